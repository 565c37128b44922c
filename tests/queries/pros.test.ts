import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { owner, patient, stranger } = sampleIds;

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, sample('PatientRegistered'));
  await world.given(
    sample('BookingPlaced', { confirmBy: null, proNotes: 'riservato' }),
    sample('BookingPlaced', { bookingId: sampleId(4, 2) }),
    sample('PatientUpdated'),
  );
});
afterAll(() => world.close());

test('everyone sees the public fields of a professional, by slug and by username', async () => {
  const expected = { id: owner, username: 'anna', name: 'Anna', calendarPageUrl: 'anna' };
  const bySlug = await world.ask('getProByUrl', { params: { url: 'anna' } });
  const byUsername = await world.ask('getPro', { params: { username: 'anna' }, caller: stranger });
  for (const { data } of [bySlug, byUsername]) {
    expect(data).toMatchObject(expected);
    expect(JSON.stringify(data)).not.toMatch(/example\.com|333/);
  }
});

test('an old slug leads to the present one, and belongs to no professional', async () => {
  const lead = (url: string) => world.ask('getFormerAddress', { params: { url } });
  await expect(lead('anna')).rejects.toMatchObject({ code: 'not-found' });
  const change = (calendarPageUrl: string, former: string[]) =>
    world.given({ type: 'BookingSlugChanged', data: { proId: owner, calendarPageUrl, former } });
  await change('studio', ['anna']);
  expect((await lead('Anna')).data).toEqual({ calendarPageUrl: 'studio' });
  await expect(world.ask('getProByUrl', { params: { url: 'anna' } })).rejects.toMatchObject({
    code: 'not-found',
  });
  await change('anna', []);
  await expect(lead('anna')).rejects.toMatchObject({ code: 'not-found' });
});

test('booking pages and patients tell of texts only once the professional has a provider', async () => {
  const read = async () => {
    const { data } = await world.ask('getOptions', { params: { proId: owner } });
    const params = { proId: owner, patientId: patient };
    const card = (await world.ask('getPatientBookings', { params, caller: owner })).data;
    return [data, card].map((one) => (one as { texts?: boolean }).texts);
  };
  expect(await read()).toEqual([undefined, undefined]);
  const { settings } = sample('MessageSettingsSet').data;
  await world.given(sample('MessageSettingsSet', { settings: { ...settings, provider: 'kannel' } }));
  expect(await read()).toEqual([true, false]);
  await world.given(sample('PatientMessagesChosen'));
  expect(await read()).toEqual([true, true]);
  await world.given(sample('MessageSettingsSet'));
  expect(await read()).toEqual([undefined, undefined]);
});

test('a professional sees all their own data', async () => {
  const { data } = await world.ask('getPro', { params: { username: 'anna' }, caller: owner });
  expect(data).toMatchObject({
    email: 'anna@example.com',
    configStatus: 100,
    subscription: [{ id: 1, name: 'free', collaboratorNumber: 2 }],
    options: { id: owner, calendarAvailabilityLimit: 30, manageNoticeHours: 24, googleAccessToken: null },
  });
});

test.each([['anna@example.com'], ['nobody'], ['sofia']])('%s is not found by others', async (username) => {
  await expect(world.ask('getPro', { params: { username } })).rejects.toMatchObject({ code: 'not-found' });
});

test('options: four are public, all are visible to the professional', async () => {
  const { data } = await world.ask('getOptions', { params: { proId: owner } });
  expect(data).toEqual({
    calendarAvailabilityLimit: 30,
    comunicationsLanguage: 'it',
    searchEngines: true,
    languagesSpoken: [],
  });
  await world.given({
    type: 'OptionsChanged',
    data: { proId: owner, changes: { languagesSpoken: ['it', 'de'] } },
  });
  const answer = await world.ask('getOptions', { params: { proId: owner } });
  expect(answer.data).toMatchObject({ languagesSpoken: ['it', 'de'] });
  const own = await world.ask('getOptions', { params: { proId: owner }, caller: owner });
  expect(own.data).toMatchObject({ id: owner, calendarPageUrl: 'anna', cancelBookingEmail: true });
});

test('patients are listed and found only by their own professional', async () => {
  const expected = { id: patient, name: 'Carla Verdi Neri', email: 'carla@example.com' };
  const list = await world.ask('getPatients', { params: { key: owner }, caller: owner });
  expect(list.data).toMatchObject([expected]);
  const one = await world.ask('getPatients', { params: { key: 'CARLA@example.com' }, caller: owner });
  expect(one.data).toMatchObject(expected);
  for (const key of [owner, 'carla@example.com', 'nobody@example.com']) {
    const refused = world.ask('getPatients', { params: { key }, caller: stranger });
    await expect(refused).rejects.toMatchObject({ code: 'not-found' });
  }
});

test('the history requires the plan, and shows corrections; holds are absent', async () => {
  const question = { params: { patientId: patient, proId: owner }, caller: owner };
  expect((await world.ask('getPatientBookings', question)).data).toMatchObject({
    bookings: [],
    patient: { id: patient },
  });
  await world.given(sample('PlanAssigned'));
  expect((await world.ask('getPatientBookings', question)).data).toMatchObject({
    bookings: [
      {
        patient_name: 'Carla Verdi Neri',
        patient_prefix: '+34',
        pro_notes: 'riservato',
        date: '2026-11-23T09:00:00+01:00',
      },
    ],
  });
  const foreign = world.ask('getPatientBookings', { ...question, caller: stranger });
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' });
});
