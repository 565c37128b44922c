import type { Duplicate, PatientList } from '@visita/contracts/patient/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { owner, stranger } = sampleIds;
const [carla, verdi, luca, lara, ada, adele] = [1, 11, 12, 13, 14, 15].map((n) => sampleId(5, n));
const phone = '3330001111';

let world: QueryWorld;

type Person = { name: string; email?: string; phone?: string; birthDate?: string };
const person = (patientId = '', { name, email, phone: number, birthDate }: Person) =>
  sample('PatientRegistered', {
    patientId,
    email: email ?? null,
    contact: { name, prefix: number ? '+39' : null, phone: number ?? null },
    birthDate: birthDate ?? null,
  });
const visit = (index: number, patientId: string, day: string) =>
  sample('BookingPlaced', {
    bookingId: sampleId(4, index),
    reservationId: sampleId(6, index),
    patientId,
    confirmBy: null,
    start: `${day}T08:00:00.000Z`,
    end: `${day}T08:30:00.000Z`,
  });
const merged = sample('PatientsMerged', { keptId: carla!, absorbedId: verdi! });

beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const children = [
    person(luca, { name: 'Luca Verdi', phone, birthDate: '2018-03-01' }),
    person(lara, { name: 'Lara Verdi', phone, birthDate: '2018-03-01' }),
  ];
  await world.given(
    ...sampleClinic,
    sample('PlanAssigned'),
    person(carla, { name: 'Carla Verdi', email: 'carla@example.com', phone }),
    person(verdi, { name: 'Càrla Verdi Neri', email: 'verdi@example.org', phone }),
    ...children,
    sample('PatientPlacedUnder', { patientId: luca!, responsibleId: verdi! }),
    person(ada, { name: 'Ada Neri', birthDate: '1950-01-01' }),
    person(adele, { name: 'ada  neri', birthDate: '1990-01-01' }),
    visit(1, carla!, '2026-11-10'),
    visit(2, verdi!, '2026-12-10'),
  );
});
afterAll(() => world.close());

const duplicates = async (query = {}, caller = owner) =>
  (await world.ask('getDuplicates', { params: { proId: owner }, caller, query })).data as Duplicate[];
const list = async (query: Record<string, string> = {}) =>
  (await world.ask('getPatientList', { params: { proId: owner }, caller: owner, query })).data as PatientList;
const names = async (query: Record<string, string> = {}) =>
  (await list(query)).patients.map(({ name }) => name);
const history = async (patientId: string) =>
  (await world.ask('getPatientBookings', { params: { patientId, proId: owner }, caller: owner })).data;

test('suggests duplicates, but neither twins nor people with different birth dates', async () => {
  expect(await duplicates()).toMatchObject([
    { one: { id: verdi, next_visit: '2026-12-10T09:00:00+01:00' }, other: { id: carla }, because: ['phone'] },
  ]);
  expect(await duplicates({ patientId: carla })).toHaveLength(1);
  expect(await duplicates({ patientId: ada })).toEqual([]);
  await expect(duplicates({}, stranger)).rejects.toMatchObject({ code: 'not-found' });
});

test('an email equals both spellings of its domain', async () => {
  const [dora, doro] = [sampleId(5, 21), sampleId(5, 22)];
  await world.given(
    person(dora, { name: 'Dora Blu', email: 'dora@пример.рф' }),
    person(doro, { name: 'Dora Blu Neri', email: 'dora@xn--e1afmkfd.xn--p1ai' }),
  );
  expect(await duplicates({ patientId: dora })).toMatchObject([{ because: ['email'] }]);
  for (const patientId of [dora, doro])
    await world.given(
      sample('PatientErasureRequested', { patientId }),
      sample('PatientErased', { patientId }),
    );
});

test('merged records are one, with the visits of both, found by the data of either', async () => {
  await world.given(merged);
  expect(await duplicates()).toEqual([]);
  expect(await names()).toEqual(['Ada Neri', 'ada  neri', 'Carla Verdi', 'Lara Verdi', 'Luca Verdi']);
  const visits = { last_visit: '2026-11-10T09:00:00+01:00', next_visit: '2026-12-10T09:00:00+01:00' };
  for (const query of [{ search: 'verdi@example.org' }, { search: 'carla', sort: 'next_visit' }])
    expect(await list(query)).toMatchObject({ total: 1, patients: [{ id: carla, ...visits }] });
  // A dependant of the hidden record belongs to the visible one.
  expect(await names({ familyOf: carla! })).toEqual(['Luca Verdi']);
  expect(await names({ familyOf: luca! })).toEqual(['Carla Verdi']);
  expect((await list({ search: 'luca' })).patients).toMatchObject([
    { responsible_id: carla, responsible: { id: carla } },
  ]);
  for (const id of [carla!, verdi!])
    expect(await history(id)).toMatchObject({
      patient: { id: carla },
      merged: [{ id: verdi, name: 'Càrla Verdi Neri' }],
      bookings: [
        { patient_id: carla, patient_name: 'Carla Verdi' },
        { patient_id: carla, patient_name: expect.any(String) as string },
      ],
    });
  // A suspension of online booking applies to all merged records.
  await world.given(sample('OnlineBookingSuspended', { patientId: verdi!, reason: 'Assenze' }));
  expect(await history(carla!)).toMatchObject({ patient: { id: carla, suspended: 'Assenze' } });
  await world.given(sample('OnlineBookingResumed', { patientId: verdi! }));
  const byEmail = await world.ask('getPatients', { params: { key: 'verdi@example.org' }, caller: owner });
  expect(byEmail.data).toMatchObject({ id: carla });
});

test('separated records are as before', async () => {
  await world.given(sample('PatientsSeparated', { keptId: carla!, absorbedId: verdi! }));
  expect(await names({ search: 'verdi neri' })).toEqual(['Càrla Verdi Neri']);
  expect(await history(carla!)).toMatchObject({ merged: [], bookings: [{ patient_id: carla }] });
  expect(await history(verdi!)).toMatchObject({ merged: [], bookings: [{ patient_id: verdi }] });
  expect(await duplicates()).toHaveLength(1);
});

test('people marked as different are not suggested again', async () => {
  const [patientId = '', otherId = ''] = [carla!, verdi!].toSorted();
  await world.given(sample('PatientsToldApart', { patientId, otherId }));
  expect(await duplicates()).toEqual([]);
});

test('a value shared by very many suggests no one', async () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    person(sampleId(5, 100 + index), { name: 'Prova Prova', phone: '0612345678' }),
  );
  await world.given(...many);
  expect(await duplicates()).toEqual([]);
});

test('equally likely duplicates are sorted by name', async () => {
  const twice = (index: number, name: string) => [
    person(sampleId(5, 200 + index), { name, birthDate: '1980-05-05' }),
    person(sampleId(5, 201 + index), { name, birthDate: '1980-05-05' }),
  ];
  await world.given(...twice(0, 'Zoe Longo'), ...twice(2, 'Bice Longo'), ...twice(4, 'Mara Longo'));
  const pairs = await duplicates();
  expect(pairs.map(({ one }) => one.name)).toEqual(['Bice Longo', 'Mara Longo', 'Zoe Longo']);
});
