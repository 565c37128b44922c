import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { searchEverywhere } from '../support/personal-search.ts';

const practice = usePractice();
const soon = { timeout: 20_000, interval: 100 };

/** A mother and a father with a duplicate each; the twins belong to the mother's second record. */
const adults = {
  marzia: { name: 'Marziabella Trevisan', email: 'marzia.prima@example.net', phone: '3397771234' },
  again: { name: 'Marziabella Trevisan Cornerella', email: 'seconda.volta@example.org', phone: '3397771234' },
  ottavio: { name: 'Ottavioneo Barbarigo', email: 'ottavio.primo@example.net', phone: '3498881234' },
  twice: { name: 'Ottavioneo Barbarigo', email: 'barbarigo.bis@example.org', phone: '3508885678' },
} as const;
const twins = {
  leonardo: { name: 'Leonardino Dandolo', birthDate: '2019-04-01', relation: 'child' },
  lorenzo: { name: 'Lorenzetto Foscari', birthDate: '2019-04-01', relation: 'child' },
} as const;
/** Unique values, so that each result identifies its person. */
const marks = {
  marzia: ['marzia.prima@example.net'],
  again: ['cornerella', 'seconda.volta@example.org'],
  ottavio: ['ottavio.primo@example.net', '3498881234'],
  twice: ['barbarigo.bis@example.org', '3508885678'],
  leonardo: ['leonardino', 'dandolo'],
  lorenzo: ['lorenzetto', 'foscari'],
} as const;
type Who = keyof typeof marks;
const everybody = Object.keys(marks) as Who[];

const named = (text: string): Who[] =>
  everybody.filter((who) => marks[who].some((mark) => text.toLowerCase().includes(mark)));

/** Books a visit for everyone; returns the ids. */
const bookEverybody = async (): Promise<Readonly<Record<Who, string>>> => {
  const { client, anna, clinic } = practice();
  const { call } = client;
  const { token } = anna;
  let hour = 8;
  const next = () => ({
    hubServiceId: clinic.offers[0],
    date: `${dayAhead(5)}T${String((hour += 1)).padStart(2, '0')}:00`,
  });
  const bookAdult = async (who: keyof typeof adults) => {
    const patient = { ...adults[who], prefix: '+39' };
    return (await succeed(call('placeBooking', { body: { booking: next(), patient }, token }))).patient.id;
  };
  const bookTwin = async (who: keyof typeof twins, parentId: string) => {
    const params = { patientId: parentId };
    const { data } = await succeed(call('addDependant', { params, body: twins[who], token }));
    const patient = { id: data.id, name: data.name, email: null, prefix: null, phone: null };
    await succeed(call('placeBooking', { body: { booking: next(), patient }, token }));
    return data.id;
  };
  const [marzia, again] = [await bookAdult('marzia'), await bookAdult('again')];
  const [ottavio, twice] = [await bookAdult('ottavio'), await bookAdult('twice')];
  const [leonardo, lorenzo] = [await bookTwin('leonardo', again), await bookTwin('lorenzo', again)];
  return { marzia, again, ottavio, twice, leonardo, lorenzo };
};

const download = async (patientId: string): Promise<string> => {
  const { stack, anna } = practice();
  const headers = { authorization: `Bearer ${anna.token}` };
  const response = await fetch(new URL(`/api/patients/${patientId}/export`, stack.address), { headers });
  expect(response.status).toBe(200);
  return response.text();
};

/** Actions and queries of the test. */
const open = async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { token, proId } = anna;
  const ids = await bookEverybody();
  const two = (kept: Who, absorbed: Who) => ({
    params: { patientId: ids[kept] },
    body: { absorbedId: ids[absorbed] },
    token,
  });
  /** Books again with a record's name and email. */
  const bookAgain = (who: keyof typeof adults) => {
    const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(6)}T09:00` };
    return succeed(
      call('placeBooking', { body: { booking, patient: { ...adults[who], prefix: '+39' } }, token }),
    );
  };
  const shown = async (position?: string | null): Promise<Who[]> => {
    const from = position ? { from: position } : {};
    const { data } = await succeed(call('getPatientList', { params: { proId }, token, ...from }));
    return everybody.filter((who) => data.patients.some(({ id }) => id === ids[who]));
  };
  const merge = async (kept: Who, absorbed: Who) =>
    shown((await succeed(call('mergePatients', two(kept, absorbed)))).position);
  const separate = async (kept: Who, absorbed: Who) =>
    shown((await succeed(call('separatePatients', two(kept, absorbed)))).position);
  const suggested = async () =>
    (await succeed(call('getDuplicates', { params: { proId }, token }))).data.map(({ one, other }) =>
      everybody.filter((who) => [one.id, other.id].includes(ids[who])),
    );
  /**
   * Erases a record and expects none of the data in any row, file or log line; returns the visible records.
   */
  const erase = async (who: Who, gone: readonly Who[] = [who], query = {}) => {
    for (const one of gone) expect(await searchEverywhere(stack, marks[one]), one).not.toEqual([]);
    const params = { patientId: ids[who] };
    const { position } = await succeed(call('erasePatient', { params, query, token }));
    const secrets = gone.flatMap((one) => marks[one]);
    await vi.waitFor(async () => expect(await searchEverywhere(stack, secrets)).toEqual([]), soon);
    return shown(position);
  };
  return { ids, bookAgain, shown, merge, separate, suggested, erase };
};

it('shows a family’s duplicates merged and separated, and erases no one else’s data', async () => {
  const { ids, bookAgain, shown, merge, separate, suggested, erase } = await open();
  await vi.waitFor(async () => expect(await shown()).toEqual(everybody), soon);
  // The twins, who share a phone with others, are no duplicates.
  expect(await suggested()).toEqual([
    ['marzia', 'again'],
    ['ottavio', 'twice'],
  ]);
  for (const who of everybody) expect(named(await download(ids[who])), who).toEqual([who]);

  expect(await merge('marzia', 'again')).toEqual(['marzia', 'ottavio', 'twice', 'leonardo', 'lorenzo']);
  for (const who of ['marzia', 'again'] as const)
    expect(named(await download(ids[who]))).toEqual(['marzia', 'again']);
  expect(await suggested()).toEqual([['ottavio', 'twice']]);
  // A booking made while merged appears under the kept record and is erased with the record of its email.
  expect((await bookAgain('again')).patient.id).toBe(ids.marzia);
  expect(await separate('marzia', 'again')).toEqual(everybody);
  for (const who of everybody) expect(named(await download(ids[who])), who).toEqual([who]);

  // Erasing one separated record keeps its dependants and all others.
  const others: Who[] = ['marzia', 'ottavio', 'twice', 'leonardo', 'lorenzo'];
  expect(await erase('again', ['again'], { dependants: 'keep' })).toEqual(others);
  for (const who of others) expect(named(await download(ids[who])), who).toEqual([who]);

  // Merged records are erased together.
  expect(await merge('twice', 'ottavio')).toEqual(['marzia', 'twice', 'leonardo', 'lorenzo']);
  expect(await erase('twice', ['ottavio', 'twice'])).toEqual(['marzia', 'leonardo', 'lorenzo']);
  expect(await erase('leonardo')).toEqual(['marzia', 'lorenzo']);
  expect(await erase('marzia')).toEqual(['lorenzo']);
  expect(named(await download(ids.lorenzo))).toEqual(['lorenzo']);
  expect(await erase('lorenzo')).toEqual([]);
});
