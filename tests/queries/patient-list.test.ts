import type { PatientList } from '@visita/contracts/patient/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { owner, stranger } = sampleIds;
const patientIds = {
  carla: sampleId(5, 1),
  ada: sampleId(5, 11),
  angel: sampleId(5, 12),
  bea: sampleId(5, 13),
};

let world: QueryWorld;

const person = (patientId: string, name: string, phone: string) =>
  sample('PatientRegistered', {
    patientId,
    email: `${name.slice(0, 2).toLowerCase()}@example.com`,
    contact: { name, prefix: '+39', phone },
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

beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const { carla, ada, angel, bea } = patientIds;
  await world.given(
    ...sampleClinic,
    person(carla, 'Carla Verdi', '3330001111'),
    person(ada, 'Ada Neri', '3330002222'),
    person(angel, 'Ángel Ruiz', '600111222'),
    person(bea, 'bea Bianchi', '3330004444'),
    sample('PatientPlacedUnder', { patientId: bea, responsibleId: carla }),
    visit(1, carla, '2026-11-10'),
    visit(2, carla, '2026-12-10'),
    visit(3, ada, '2026-11-23'),
    visit(4, angel, '2026-11-12'),
    visit(5, angel, '2026-11-16'),
    sample('BookingMissed', { bookingId: sampleId(4, 5) }),
    sample('PatientTagsSet', { patientId: carla, tags: ['VIP', 'Ortodonzia'] }),
    sample('PatientTagsSet', { patientId: angel, tags: ['VIP'] }),
    sample('PatientErasureAnnounced', { patientId: ada }),
    sample('PatientErasureAnnounced', { patientId: bea }),
    sample('PatientErasureCalledOff', { patientId: bea }),
    sample('PatientOnTheirOwn', { patientId: bea, email: 'bea@пример.рф' }),
    sample('PatientPlacedUnder', { patientId: bea, responsibleId: carla }),
    sample('PatientNoteWritten', { patientId: carla, note: 'x'.repeat(500) }),
  );
});
afterAll(() => world.close());

const list = async (query: Record<string, string> = {}, caller = owner): Promise<PatientList> =>
  (await world.ask('getPatientList', { params: { proId: owner }, caller, query })).data as PatientList;
const names = async (query: Record<string, string>) =>
  (await list(query)).patients.map(({ name }) => name.split(' ')[0]);

test('lists patients by name, with visits, tags, start of the note and responsible contact', async () => {
  const { patients, total, all, leaving, tags } = await list();
  expect(patients.map(({ name }) => name)).toEqual(['Ada Neri', 'Ángel Ruiz', 'bea Bianchi', 'Carla Verdi']);
  expect([total, all, leaving]).toEqual([4, 4, 1]);
  const leave = patients.map((patient) => patient.leaves_at?.slice(0, 10));
  expect(leave).toEqual(['2026-12-20', undefined, undefined, undefined]);
  expect(tags).toEqual([
    { tag: 'VIP', count: 2 },
    { tag: 'Ortodonzia', count: 1 },
  ]);
  expect(patients[3]).toMatchObject({
    id: patientIds.carla,
    tags: ['VIP', 'Ortodonzia'],
    note: 'x'.repeat(200),
    last_visit: '2026-11-10T09:00:00+01:00',
    next_visit: '2026-12-10T09:00:00+01:00',
    responsible: null,
  });
  // A missed booking does not count as a visit.
  expect(patients[1]).toMatchObject({ last_visit: '2026-11-12T09:00:00+01:00', next_visit: '' });
  expect(patients[2]).toMatchObject({
    last_visit: '',
    responsible: { name: 'Carla Verdi', phone: '3330001111' },
  });
});

test.each([
  [{ sort: 'last_visit' }, ['Ángel', 'Carla', 'Ada', 'bea']],
  [{ sort: 'next_visit' }, ['Ada', 'Carla', 'Ángel', 'bea']],
  [{ sort: 'nearest' }, ['Ada', 'Ángel', 'Carla', 'bea']],
  [{ search: 'ANGEL' }, ['Ángel']],
  [{ search: ' ÁNG' }, ['Ángel']],
  [{ search: 'ca@EXAMPLE' }, ['Carla']],
  [{ search: 'Bea@Пример.рф' }, ['bea']],
  [{ search: 'прим' }, ['bea']],
  [{ search: 'bea@xn--e1afmkfd.xn--p1ai' }, ['bea']],
  [{ search: '3330' }, ['Ada', 'bea', 'Carla']],
  [{ search: '+39 333' }, ['Ada', 'bea', 'Carla']],
  [{ search: '0039333 000' }, ['Ada', 'bea', 'Carla']],
  [{ search: '333 000 4444' }, ['bea']],
  [{ search: '333-000 22' }, ['Ada']],
  [{ search: '+34 333' }, []],
  [{ search: '+' }, []],
  [{ search: '%' }, []],
  [{ tag: 'VIP' }, ['Ángel', 'Carla']],
  [{ tag: 'VIP', search: 'ver' }, ['Carla']],
  [{ tag: 'nothing' }, []],
  [{ familyOf: sampleId(5, 1) }, ['bea']],
  [{ familyOf: sampleId(5, 13) }, ['Carla']],
  [{ leaving: 'true' }, ['Ada']],
  [{ leaving: 'false', search: 've' }, ['Carla']],
  [{ from: '1', limit: '2' }, ['Ángel', 'bea']],
  [{ sort: 'last_visit', from: '1', limit: '1' }, ['Carla']],
  [{ from: '9' }, []],
] as [Record<string, string>, string[]][])('%o returns %o', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('a patient is found by either spelling of the email, which is shown as typed', async () => {
  for (const key of ['bea@пример.рф', 'BEA@xn--e1afmkfd.xn--p1ai'])
    expect((await world.ask('getPatients', { params: { key }, caller: owner })).data).toMatchObject({
      id: patientIds.bea,
      email: 'bea@пример.рф',
    });
});

test('a page contains the total', async () => {
  expect(await list({ search: '3330', limit: '1' })).toMatchObject({ total: 3, all: 4 });
  expect(await list({ from: '400' })).toMatchObject({ total: 4, patients: [] });
});

test('no other professional sees the list', async () => {
  await expect(list({}, stranger)).rejects.toMatchObject({ code: 'not-found' });
});

test('erased patients disappear with tags and note', async () => {
  await world.given(sample('PatientErasureRequested', { patientId: patientIds.carla }));
  const left = await list();
  expect(left.patients.map(({ id }) => id)).not.toContain(patientIds.carla);
  expect(left.tags).toEqual([{ tag: 'VIP', count: 1 }]);
  const { rows } = await world.database.pool.query(
    `select tags, note, name_key from read.patients where patient_id = '${patientIds.carla}'`,
  );
  expect(rows).toEqual([{ tags: null, note: null, name_key: null }]);
  expect(left.patients.find(({ id }) => id === patientIds.bea)?.responsible).toBeNull();
});
