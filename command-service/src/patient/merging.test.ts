import { beginning } from '@visita/platform/event-store/port';
import { describe, expect, it } from 'vitest';
import { bookingOf, openPractice, registerPro, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const date = '2026-11-27T';

/** Opens a practice in which Carla has two records: one with her email, and one that the pro added. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const options = { patientBookingLimit: false };
  await world.call('updateOptions', { params: { id: practice.ownerId }, body: options, as });
  const book = async (time: string, patient?: string) =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], date + time, patient), as }))
      .answer;
  const bring = async (name: string, email: string | null) => {
    const body = { name, email, prefix: '+39', phone: '3330001111', birthDate: null, tags: [], note: '' };
    return (await world.call('registerPatient', { body, as })).answer.data.id;
  };
  const kept = (await book('09:00')).patient.id;
  const absorbed = await bring('Carla Verdi Neri', 'verdi@example.org');
  const merge = (patientId = kept, absorbedId = absorbed) =>
    world.call('mergePatients', { params: { patientId }, body: { absorbedId }, as });
  const separate = () =>
    world.call('separatePatients', { params: { patientId: kept }, body: { absorbedId: absorbed }, as });
  return { world, practice, as, book, bring, merge, separate, kept, absorbed };
};

const asked = (patientId: string) => `patient-${patientId}`;

describe('merging', () => {
  it('bookings with an email belong to the record with that email', async () => {
    const { world, practice, merge, separate, absorbed } = await open();
    const online = async (time: string) => {
      const request = requestOf(practice, date + time);
      const contactInfo = { ...request.contactInfo, email: 'verdi@example.org' };
      const { answer } = await world.call('requestBooking', { body: { ...request, contactInfo } });
      const { state } = await world.domain.bookings.load(answer.data.id);
      return state.status === 'none' ? null : state.patientId;
    };
    expect(await online('10:00')).toBe(absorbed);
    await merge();
    expect(await online('11:00')).toBe(absorbed);
    await separate();
    expect(await online('12:00')).toBe(absorbed);
  });

  it("bookings with either email count as one person's", async () => {
    const { world, practice, as, book, merge, separate } = await open();
    const options = { patientBookingLimit: true };
    await world.call('updateOptions', { params: { id: practice.ownerId }, body: options, as });
    const online = () => {
      const request = requestOf(practice, `${date}11:00`);
      const contactInfo = { ...request.contactInfo, email: 'verdi@example.org', phone: '3339998877' };
      return world.call('requestBooking', { body: { ...request, contactInfo } });
    };
    await merge();
    await book('10:00');
    await expect(online()).rejects.toMatchObject({ code: 'booking-limit' });
    await separate();
    await expect(online()).resolves.toBeDefined();
  });

  it("shows bookings under either record as the kept one's", async () => {
    const { world, practice, as, merge, kept, absorbed } = await open();
    await merge();
    const patient = {
      id: absorbed,
      name: 'Carla',
      email: 'verdi@example.org',
      prefix: '+39',
      phone: '333111',
    };
    const booking = { hubServiceId: practice.offers[0], date: `${date}10:00` };
    const { answer } = await world.call('placeBooking', { body: { booking, patient }, as });
    expect([answer.patient.id, answer.data.patient_id]).toEqual([kept, kept]);
    const { state } = await world.domain.bookings.load(answer.data.id);
    expect(state).toMatchObject({ patientId: absorbed });
  });

  it('finds a child under either record of a parent', async () => {
    const { world, as, merge, kept, absorbed } = await open();
    const child = { name: 'Luca Verdi', birthDate: '2018-03-01', relation: 'child' } as const;
    const add = async (patientId: string) =>
      (await world.call('addDependant', { params: { patientId }, body: child, as })).answer.data.id;
    const luca = await add(absorbed);
    await merge();
    expect(await add(kept)).toBe(luca);
    const body = { responsibleId: absorbed, relation: 'other' } as const;
    await expect(
      world.call('placePatientUnder', { params: { patientId: kept }, body, as }),
    ).rejects.toMatchObject({ code: 'not-responsible' });
  });

  it('never merges a patient with their responsible person, by no sequence of merges', async () => {
    const { world, as, bring, merge, kept, absorbed } = await open();
    const child = await bring('Luca Verdi', null);
    const body = { responsibleId: kept, relation: 'child' } as const;
    await world.call('placePatientUnder', { params: { patientId: child }, body, as });
    await merge(absorbed, child);
    await expect(merge(absorbed, kept)).rejects.toMatchObject({ code: 'not-one-person' });
    await expect(merge(kept, absorbed)).rejects.toMatchObject({ code: 'not-one-person' });
  });

  it('refuses changes of a merged record', async () => {
    const { world, as, merge, separate, bring, kept, absorbed } = await open();
    await merge();
    const params = { patientId: absorbed };
    const contact = { name: 'Carla', prefix: '+39', phone: '3330001111' };
    const change = () => [
      world.call('updatePatient', { body: { ...params, ...contact }, as }),
      world.call('setPatientRemarks', { params, body: { tags: ['ortho'], note: 'x' }, as }),
      world.call('addDependant', {
        params,
        body: { name: 'Luca', birthDate: '2018-03-01', relation: 'child' },
        as,
      }),
      world.call('setPatientOnTheirOwn', { params, body: { email: null }, as }),
    ];
    const outcomes = async () => (await Promise.allSettled(change())).map(({ status }) => status);
    for (const changing of change()) await expect(changing).rejects.toMatchObject({ code: 'patient-merged' });
    const grandmother = await bring('Nonna Verdi', null);
    const under = { responsibleId: absorbed, relation: 'other' } as const;
    await expect(
      world.call('placePatientUnder', { params: { patientId: grandmother }, body: under, as }),
    ).rejects.toMatchObject({ code: 'patient-merged' });
    expect((await world.domain.patients.load(kept)).state).toMatchObject({ tags: [] });
    await separate();
    expect(new Set(await outcomes())).toEqual(new Set(['fulfilled']));
  });

  it('refuses responsible persons, restricted patients, and those of other pros', async () => {
    const { world, as, bring, merge, kept, absorbed } = await open();
    const child = await bring('Luca Verdi', null);
    const under = { responsibleId: kept, relation: 'child' } as const;
    await world.call('placePatientUnder', { params: { patientId: child }, body: under, as });
    for (const [one, other] of [
      [kept, child],
      [child, kept],
    ] as const)
      await expect(merge(one, other)).rejects.toMatchObject({ code: 'not-one-person' });
    const stranger = pro(await registerPro(world, 'stranger'));
    const two = { params: { patientId: kept }, body: { absorbedId: absorbed } };
    for (const call of ['mergePatients', 'separatePatients'] as const)
      await expect(world.call(call, { ...two, as: stranger })).rejects.toMatchObject({ code: 'not-found' });
    const apart = { params: { patientId: kept }, body: { otherId: absorbed }, as: stranger };
    await expect(world.call('tellPatientsApart', apart)).rejects.toMatchObject({ code: 'not-found' });
    const params = { patientId: absorbed };
    const hold = (held: boolean) =>
      world.call('setLegalHold', { params, body: { held, reason: 'Causa in corso' }, as });
    await hold(true);
    await expect(merge()).rejects.toMatchObject({ code: 'legal-hold' });
    await hold(false);
    await world.call('restrictPatient', { params, body: { restricted: true }, as });
    await expect(merge()).rejects.toMatchObject({ code: 'patient-restricted' });
  });

  it('leaves both records unchanged, and restricts and erases both', async () => {
    const { world, as, merge, separate, kept, absorbed } = await open();
    const states = () =>
      Promise.all([kept, absorbed].map(async (id) => (await world.domain.patients.load(id)).state));
    const before = await states();
    await merge();
    await separate();
    expect(await states()).toEqual(before);
    await merge();
    await world.call('restrictPatient', { params: { patientId: kept }, body: { restricted: true }, as });
    expect(await states()).toMatchObject([{ restricted: true }, { restricted: true }]);
    const hold = (held: boolean) =>
      world.call('setLegalHold', { params: { patientId: kept }, body: { held, reason: 'Causa' }, as });
    await hold(true);
    expect(await states()).toMatchObject([{ held: true }, { held: true }]);
    await expect(world.call('erasePatient', { params: { patientId: kept }, as })).rejects.toMatchObject({
      code: 'legal-hold',
    });
    await hold(false);
    await world.call('erasePatient', { params: { patientId: kept }, as });
    const events = await world.store.readAll(beginning, 1_000);
    const erasures = events.filter(({ type }) => type === 'PatientErasureRequested');
    // The kept record is erased last, so that an interrupted request can be repeated.
    expect(erasures.map(({ stream }) => stream)).toEqual([asked(absorbed), asked(kept)]);
  });

  it('asks about the dependants of either record', async () => {
    const { world, as, merge, kept, absorbed } = await open();
    const child = { name: 'Luca Verdi', birthDate: '2018-03-01', relation: 'child' } as const;
    await world.call('addDependant', { params: { patientId: absorbed }, body: child, as });
    await merge();
    await expect(world.call('erasePatient', { params: { patientId: kept }, as })).rejects.toMatchObject({
      code: 'has-dependants',
    });
  });
});
