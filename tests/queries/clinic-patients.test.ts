import type { ClinicPatient } from '@visita/contracts/patient/views';
import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { owner, guest, guestHub, ownerHub, stranger, clinic } = sampleIds;
const [manager, reception, otherReception] = [sampleId(1, 4), sampleId(1, 5), sampleId(1, 6)];
const otherClinic = sampleId(2, 2);
const bruno = { proId: guest, hubId: guestHub };
const brunoAtOther = { proId: guest, hubId: sampleId(3, 6), clinicId: otherClinic };
const anna = { proId: owner, hubId: ownerHub };

const ids = {
  carla: sampleId(5, 1),
  carlaOfBruno: sampleId(5, 2),
  dora: sampleId(5, 3),
  elsa: sampleId(5, 4),
  gina: sampleId(5, 5),
  child: sampleId(5, 6),
  twin: sampleId(5, 7),
  absorbed: sampleId(5, 8),
  registered: sampleId(5, 9),
} as const;

let world: QueryWorld;
let visits = 0;

const person = (patientId: string, proId: string, name: string, email: string | null, phone = '3330001111') =>
  sample('PatientRegistered', {
    patientId,
    proId,
    email,
    contact: { name, prefix: '+39', phone },
  });
type Place = { proId: string; hubId: string; clinicId?: string };
const visit = (patientId: string, place: Place, day: string, changes = {}): DomainEvent => {
  visits += 1;
  const at = { start: `${day}T08:00:00.000Z`, end: `${day}T08:30:00.000Z` };
  const made = { bookingId: sampleId(4, visits), reservationId: sampleId(6, visits), confirmBy: null };
  return sample('BookingPlaced', { ...place, patientId, ...at, ...made, ...changes });
};
const member = (
  proId: string,
  hubId: string,
  role: 'manager' | 'guest' | 'reception',
  clinicId: string = clinic,
) => [
  sample('ProSignedUp', { proId, email: `${hubId}@example.com`, username: `u${hubId.slice(-3)}` }),
  sample('CollaboratorInvited', { clinicId, hubId, proId, role, status: 'active' as const }),
];

const search = async (caller: string, query: string, clinicId: string = clinic) =>
  (await world.ask('getClinicPatients', { params: { clinicId }, query: { search: query }, caller }))
    .data as ClinicPatient[];
const names = async (caller: string, query: string, clinicId?: string) =>
  (await search(caller, query, clinicId)).map(({ name }) => name.split(' ')[0]);
const card = (caller: string, patientId: string, proId: string) =>
  world.ask('getPatientBookings', { params: { patientId, proId }, caller });

beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    guestAccepts,
    ...[owner, stranger].map((proId) => sample('PlanAssigned', { proId, plan: 'premium' })),
    ...member(manager, sampleId(3, 4), 'manager'),
    ...member(reception, sampleId(3, 5), 'reception'),
    sample('ClinicOpened', { clinicId: otherClinic, ownerId: stranger }),
    sample('CollaboratorInvited', { ...brunoAtOther, role: 'guest', status: 'active' }),
    ...member(otherReception, sampleId(3, 7), 'reception', otherClinic),
    sample('PatientsShared', { clinicId: otherClinic }),
    person(ids.carla, owner, 'Carla Verdi', 'carla@example.com'),
    person(ids.carlaOfBruno, guest, 'Carla Verdi Neri', 'carla@example.com', '3330009999'),
    person(ids.dora, guest, 'Dora Other', 'dora@example.com', '3330002222'),
    person(ids.elsa, guest, 'Elsa Hold', 'elsa@example.com', '3330003333'),
    person(ids.gina, guest, 'Gina Cancelled', 'gina@example.com', '3330004444'),
    person(ids.child, guest, 'Luca Child', null, '3330005555'),
    person(ids.absorbed, guest, 'Dorina Absorbed', null, '3330006666'),
    sample('PatientRegistered', {
      patientId: ids.registered,
      proId: guest,
      email: null,
      contact: { name: 'Hedda Registered', prefix: '+39', phone: '3330007777' },
      clinicId: clinic,
    }),
    sample('PatientPlacedUnder', { patientId: ids.child, proId: guest, responsibleId: ids.dora }),
    sample('PatientNoteWritten', { patientId: ids.carlaOfBruno, proId: guest, note: 'Secret note' }),
    sample('PatientTagsSet', { patientId: ids.carlaOfBruno, proId: guest, tags: ['Secret tag'] }),
    sample('LegalHoldSet', { patientId: ids.carlaOfBruno, proId: guest, reason: 'Secret claim' }),
    sample('OnlineBookingSuspended', { patientId: ids.carlaOfBruno, proId: guest, reason: 'Secret reason' }),
    visit(ids.carla, anna, '2026-11-10'),
    visit(ids.carlaOfBruno, bruno, '2026-11-21', { proNotes: 'Secret plan' }),
    visit(ids.carlaOfBruno, brunoAtOther, '2026-11-12'),
    visit(ids.dora, brunoAtOther, '2026-11-23'),
    visit(ids.elsa, bruno, '2026-11-24', { confirmBy: '2026-11-20T09:00:00.000Z' }),
    visit(ids.gina, bruno, '2026-11-25', { proNotes: 'Secret remark' }),
    sample('BookingCancelled', {
      ...bruno,
      bookingId: sampleId(4, visits),
      patientId: ids.gina,
      by: 'patient',
    }),
  );
});
afterAll(() => world.close());

describe('without sharing', () => {
  test('the reception finds the patients of all visits, with their professionals', async () => {
    const [found, ...others] = await search(reception, 'carla');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      id: ids.carlaOfBruno,
      pro_id: guest,
      professional: 'Bruno Bianchi',
      next_visit: '2026-11-21T09:00:00+01:00',
      last_visit: '',
      others: [
        { id: ids.carla, pro_id: owner, professional: 'Anna Rossi', last_visit: '2026-11-10T09:00:00+01:00' },
      ],
    });
    expect(JSON.stringify(found)).not.toContain('Secret');
  });

  test.each([
    ['an empty search', ' ', []],
    ['a patient who cancelled', 'gina', ['Gina']],
    ['a request that was never confirmed', 'elsa', []],
    ['a patient of the professional’s other clinic', 'dora', []],
    ['a patient registered here without a visit', 'hedda', ['Hedda']],
    ['part of a phone', '333 000 44', ['Gina']],
    ['part of an email', 'GINA@exam', ['Gina']],
  ])('%s', async (_, query, expected) => expect(await names(reception, query)).toEqual(expected));

  test('all others find their own patients only', async () => {
    expect((await search(owner, 'carla')).map(({ id, others }) => [id, others])).toEqual([[ids.carla, []]]);
    expect((await search(guest, 'carla')).map(({ id, others }) => [id, others])).toEqual([
      [ids.carlaOfBruno, []],
    ]);
    expect(await search(manager, 'carla')).toEqual([]);
    await expect(search(stranger, 'carla')).rejects.toMatchObject({ code: 'not-found' });
    await expect(search(otherReception, 'carla')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('only the reception opens the patient of a colleague', async () => {
    for (const caller of [owner, manager])
      await expect(card(caller, ids.carlaOfBruno, guest)).rejects.toMatchObject({ code: 'not-found' });
    await expect(card(guest, ids.carla, owner)).rejects.toMatchObject({ code: 'not-found' });
    await expect(card(reception, ids.carlaOfBruno, guest)).resolves.toBeTruthy();
    await expect(card(reception, ids.registered, guest)).resolves.toBeTruthy();
    expect(await names(otherReception, 'hedda', otherClinic)).toEqual([]);
    await expect(card(reception, ids.dora, guest)).rejects.toMatchObject({ code: 'not-found' });
    await expect(card(reception, ids.elsa, guest)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('with sharing', () => {
  beforeAll(() => world.given(sample('PatientsShared')));
  beforeEach(() => void world.viewed.splice(0));

  test('owner and managers find the patients of all, a guest their own', async () => {
    expect(await names(manager, 'carla')).toEqual(['Carla']);
    const [found] = await search(owner, 'carla');
    // The caller's own record stands first.
    expect([found?.id, found?.others.map(({ id }) => id)]).toEqual([ids.carla, [ids.carlaOfBruno]]);
    expect((await search(guest, 'carla'))[0]?.others).toEqual([]);
  });

  test('a card shows the visits of this clinic, without notes, tags and reasons', async () => {
    for (const caller of [owner, manager, reception]) {
      const { data } = await card(caller, ids.carlaOfBruno, guest);
      expect(data).toMatchObject({
        patient: { name: 'Carla Verdi Neri', email: 'carla@example.com', legal_hold: '', tags: [], note: '' },
        merged: [],
      });
      const text = JSON.stringify(data);
      expect(text).not.toContain('Secret');
      expect(text).not.toContain(otherClinic);
    }
  });

  test('a card shows the cancelled visits of the clinic apart from the others', async () => {
    const day = '2026-11-25T09:00:00+01:00';
    await world.given(sample('PlanAssigned', { proId: guest, plan: 'premium' }));
    const { data } = await card(guest, ids.gina, guest);
    expect(data).toMatchObject({
      bookings: [],
      cancelled: [{ status: 'cancelled', date: day, pro_notes: 'Secret remark' }],
    });
    for (const caller of [owner, manager, reception]) {
      const seen = (await card(caller, ids.gina, guest)).data;
      expect(seen).toMatchObject({ bookings: [], cancelled: [{ status: 'cancelled', date: day }] });
      expect(JSON.stringify(seen)).not.toContain('Secret');
    }
    await expect(card(otherReception, ids.gina, guest)).rejects.toMatchObject({ code: 'not-found' });
    await expect(card(guest, ids.carla, owner)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a cancelled request that was never confirmed is not shown', async () => {
    const bookingId = sampleId(4, visits + 1);
    await world.given(
      visit(ids.elsa, bruno, '2026-11-29', { confirmBy: '2026-11-20T09:00:00.000Z' }),
      sample('BookingCancelled', { ...bruno, bookingId, patientId: ids.elsa, by: 'patient' }),
    );
    const { data } = await card(guest, ids.elsa, guest);
    expect(data).toMatchObject({ bookings: [], cancelled: [] });
  });

  test('opening a card counts as a view, a line of a search does not', async () => {
    await search(manager, 'carla');
    expect(world.viewed).toEqual([]);
    await card(manager, ids.carlaOfBruno, guest);
    expect(world.viewed).toEqual([ids.carlaOfBruno]);
  });

  test('a person who answers for a patient is found by their own phone', async () => {
    await world.given(visit(ids.child, bruno, '2026-11-26'));
    expect(await names(reception, '3330002222')).toEqual(['Dora']);
    await expect(card(reception, ids.dora, guest)).resolves.toBeTruthy();
    expect((await search(reception, 'luca'))[0]?.responsible).toMatchObject({ name: 'Dora Other' });
  });

  test('an absorbed record is found as the kept one', async () => {
    await world.given(
      visit(ids.absorbed, bruno, '2026-11-27'),
      sample('PatientsMerged', { proId: guest, keptId: ids.gina, absorbedId: ids.absorbed }),
    );
    const found = await search(reception, 'dorina');
    expect(found).toMatchObject([{ id: ids.gina, next_visit: '2026-11-27T09:00:00+01:00' }]);
  });
});

test('two clinics of two owners never name each other’s patients', async () => {
  await world.given(
    visit(ids.twin, anna, '2026-11-28'),
    person(ids.twin, owner, 'Carla Twin', 't@example.com'),
  );
  for (const query of ['carla', 'dora', 'gina', 'elsa', 'a', '333', 'example']) {
    const here = await search(reception, query);
    const there = await search(otherReception, query, otherClinic);
    const records = (found: ClinicPatient[]) => found.flatMap(({ others, ...first }) => [first, ...others]);
    for (const { id } of records(there)) expect([ids.carlaOfBruno, ids.dora]).toContain(id);
    for (const { last_visit: last } of records(here)) expect(last.slice(0, 10)).not.toBe('2026-11-12');
  }
  const { data } = await card(otherReception, ids.carlaOfBruno, guest);
  const text = JSON.stringify(data);
  expect(text).toContain('2026-11-12');
  for (const foreign of ['2026-11-21', clinic, 'Anna']) expect(text).not.toContain(foreign);
  await expect(card(otherReception, ids.carla, owner)).rejects.toMatchObject({ code: 'not-found' });
  await expect(card(otherReception, ids.gina, guest)).rejects.toMatchObject({ code: 'not-found' });
});
