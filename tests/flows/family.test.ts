import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';
import { searchEverywhere } from '../support/personal-search.ts';

const practice = usePractice();
const soon = { timeout: 20_000, interval: 100 };

const marzia = {
  name: 'Marziabella Trevisan',
  email: 'famiglia.tr@example.net',
  prefix: '+39',
  phone: '3397771234',
};
/** Unique names, so that each result identifies its person. */
const family = {
  ottavio: { name: 'Ottavioneo Barbarigo', birthDate: '1980-05-02', relation: 'partner' },
  ginevra: { name: 'Ginevrina Contarini', birthDate: '2014-09-09', relation: 'child' },
  leonardo: { name: 'Leonardino Dandolo', birthDate: '2019-04-01', relation: 'child' },
  lorenzo: { name: 'Lorenzetto Foscari', birthDate: '2019-04-01', relation: 'child' },
} as const;
type Member = keyof typeof family;
const members = Object.keys(family) as Member[];
const marks: Readonly<Record<Member | 'marzia', readonly string[]>> = {
  marzia: ['marziabella', 'trevisan', marzia.email, marzia.phone],
  ottavio: ['ottavioneo', 'barbarigo'],
  ginevra: ['ginevrina', 'contarini'],
  leonardo: ['leonardino', 'dandolo'],
  lorenzo: ['lorenzetto', 'foscari'],
};
const everybody = Object.keys(marks) as (keyof typeof marks)[];

const named = (text: string) =>
  everybody.filter((who) => marks[who].some((mark) => text.toLowerCase().includes(mark)));

const bookFamily = async () => {
  const { client, anna, clinic } = practice();
  const { call } = client;
  const { token } = anna;
  const placed = await succeed(
    call('placeBooking', {
      body: { booking: { hubServiceId: clinic.offers[0], date: `${dayAhead(5)}T09:00` }, patient: marzia },
      token,
    }),
  );
  const ids: Record<string, string> = { marzia: placed.patient.id };
  const bookings: Record<string, string> = { marzia: placed.data.id };
  for (const [index, member] of members.entries()) {
    const params = { patientId: placed.patient.id };
    const { data } = await succeed(call('addDependant', { params, body: family[member], token }));
    ids[member] = data.id;
    const patient = { id: data.id, name: data.name, email: null, prefix: null, phone: null };
    const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(6)}T1${index}:00` };
    bookings[member] = (await succeed(call('placeBooking', { body: { booking, patient }, token }))).data.id;
  }
  return { ids, bookings };
};

const download = async (patientId: string, token: string): Promise<string> => {
  const path = `/api/patients/${patientId}/export`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, practice().stack.address), { headers });
  expect(response.status).toBe(200);
  return response.text();
};

it('keeps family members with one email separate: booked, moved, exported and erased individually', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { token } = anna;
  const { ids, bookings } = await bookFamily();
  expect(new Set(Object.values(ids)).size).toBe(5);

  // The same name and birth date online is the same child; the mail uses the first name only.
  const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(7)}T09:00`, 'x');
  const { relation: _, ...attendee } = family.lorenzo;
  const contactInfo = { ...request.contactInfo, ...marzia, attendee };
  await succeed(call('requestBooking', { body: { ...request, contactInfo } }));
  const mail = await vi.waitUntil(
    async () => (await sentMails(stack.varDirectory)).find((one) => one.includes('/confirmation/')),
    soon,
  );
  expect(mail).toContain('Lorenzetto');
  expect(mail).not.toContain('Foscari');
  await succeed(call('confirmBooking', { token: tokenIn(mail) }));
  const body = { date: `${dayAhead(8)}T10:00`, hub_service_id: clinic.offers[1] };
  const moved = await succeed(call('editBooking', { params: { id: bookings['ginevra']! }, body, token }));
  expect(moved.data).toMatchObject({
    patient_id: ids['ginevra'],
    patient_email: marzia.email,
    contact_name: marzia.name,
  });
  const history = await succeed(
    call('getPatientBookings', {
      params: { patientId: ids['lorenzo']!, proId: anna.proId },
      token,
      from: moved.position!,
    }),
  );
  expect(history.data.patient).toMatchObject({ responsible_id: ids['marzia'], email: '' });

  for (const who of everybody) expect(named(await download(ids[who]!, token)), who).toEqual([who]);

  const erase = async (who: keyof typeof marks, query = {}) => {
    const params = { patientId: ids[who]! };
    expect(await searchEverywhere(stack, marks[who])).not.toEqual([]);
    const { position } = await succeed(call('erasePatient', { params, query, token }));
    await vi.waitFor(async () => expect(await searchEverywhere(stack, marks[who])).toEqual([]), soon);
    const listed = await succeed(
      call('getPatients', { params: { key: anna.proId }, token, from: position! }),
    );
    return named(JSON.stringify(listed.data));
  };
  const calendar = async () => {
    const { data } = await succeed(call('getProCalendar', { params: { proId: anna.proId }, token }));
    return named(JSON.stringify(data.bookings));
  };

  expect(await erase('leonardo')).toEqual(['marzia', 'ottavio', 'ginevra', 'lorenzo']);
  expect(await calendar()).toEqual(['marzia', 'ottavio', 'ginevra', 'lorenzo']);
  const asked = await call('erasePatient', { params: { patientId: ids['marzia']! }, token });
  expect(asked.body.code).toBe('has-dependants');
  expect(await erase('marzia', { dependants: 'keep' })).toEqual(['ottavio', 'ginevra', 'lorenzo']);
  await vi.waitFor(async () => expect(await calendar()).toEqual(['ottavio', 'ginevra', 'lorenzo']), soon);
  await vi.waitFor(async () => {
    await using inside = await lookInside(stack.place);
    const events = await inside.events();
    const own = events.filter(({ type }) => type === 'PatientOnTheirOwn');
    expect(own).toHaveLength(3);
  }, soon);
  expect(named(await download(ids['ginevra']!, token))).toEqual(['ginevra']);
  expect(await erase('ginevra')).toEqual(['ottavio', 'lorenzo']);
  expect(await erase('ottavio')).toEqual(['lorenzo']);
  expect(await erase('lorenzo')).toEqual([]);
  expect(await calendar()).toEqual([]);
});
