import type { ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, guest, guestHub, owner, ownerHub, stranger } = sampleIds;
const guestBooking = sampleId(4, 2);

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
  await world.given(
    sample('BookingPlaced', { confirmBy: null, proNotes: 'di Anna' }),
    sample('BookingPlaced', {
      bookingId: guestBooking,
      proId: guest,
      hubId: guestHub,
      confirmBy: null,
      proNotes: 'di Bruno',
      start: '2026-11-30T23:30:00.000Z',
      end: '2026-12-01T00:00:00.000Z',
    }),
    sample('BookingPlaced', { bookingId: sampleId(4, 3), confirmBy: '2026-11-20T08:30:00.000Z' }),
    sample('BookingPlaced', { bookingId: sampleId(4, 4), confirmBy: '2026-11-20T08:00:00.000Z' }),
    sample('ClosingPlanned'),
    sample('VacationPlanned'),
    sample('VacationPlanned', { hubId: guestHub, proId: guest, vacationId: `${guestHub}.vacation1` }),
  );
});
afterAll(() => world.close());

const calendarOf = async (proId: string, query: Record<string, string> = {}) =>
  (await world.ask('getProCalendar', { params: { proId }, caller: proId, query })).data as ProCalendar;
const ids = (calendar: ProCalendar) => calendar.bookings.map(({ id }) => id);

test('the owner sees the whole clinic and only their own notes; holds are times without a name', async () => {
  const calendar = await calendarOf(owner);
  expect(ids(calendar)).toEqual([sampleIds.booking, guestBooking]);
  expect(calendar.bookings.map(({ pro_notes }) => pro_notes)).toEqual(['di Anna', '']);
  expect(calendar.bookings[0]).toMatchObject({
    date: '2026-11-23T09:00:00+01:00',
    doctor_role: 'owner',
    clinic_name: 'Studio Roma',
  });
  const place = { pro_id: owner, clinic_id: clinicId, hubId: ownerHub, timezone: 'Europe/Rome' };
  const times = { date: '2026-11-23T09:00:00+01:00', ending_date: '2026-11-23T09:30:00+01:00' };
  const until = '2026-11-20T09:30:00+01:00';
  expect(calendar.held).toEqual([{ id: sampleId(4, 3), ...place, ...times, until }]);
  expect(calendar.clinicInactivities).toMatchObject([{ title: 'Ponte', starting_date: '2026-12-07T00:00' }]);
  expect(calendar.hubInactivities.map(({ hub_id }) => hub_id).sort()).toEqual([ownerHub, guestHub].sort());
});

test('a guest sees only their own bookings', async () => {
  const calendar = await calendarOf(guest);
  expect(ids(calendar)).toEqual([guestBooking]);
  expect(calendar.held).toEqual([]);
  expect(calendar.bookings[0]?.pro_notes).toBe('di Bruno');
  expect(calendar.hubInactivities).toMatchObject([{ hub_id: guestHub }]);
  expect(calendar.clinicInactivities).toHaveLength(1);
});

test('days are in the clinic’s time zone, both inclusive', async () => {
  expect(ids(await calendarOf(owner, { from: '2026-12-01', to: '2026-12-01' }))).toEqual([guestBooking]);
  expect(ids(await calendarOf(owner, { to: '2026-11-30' }))).toEqual([sampleIds.booking]);
  expect((await calendarOf(owner, { from: '2026-12-09' })).clinicInactivities).toEqual([]);
});

test('no one reads another professional’s calendar', async () => {
  const foreign = world.ask('getProCalendar', { params: { proId: owner }, caller: stranger });
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' });
});

test('a manager sees all bookings, while paused only their own', async () => {
  await world.given({
    type: 'CollaboratorRoleChanged',
    data: { clinicId, hubId: guestHub, role: 'manager' },
  });
  const calendar = await calendarOf(guest);
  expect(ids(calendar)).toHaveLength(2);
  expect(calendar.bookings[0]?.pro_notes).toBe('');
  await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: guestHub } });
  expect(ids(await calendarOf(guest))).toEqual([guestBooking]);
});

test('orphans of an archived hub are visible to the owner', async () => {
  await world.given(
    { type: 'CollaboratorArchived', data: { clinicId, hubId: guestHub, proId: guest } },
    sample('BookingOrphaned', { bookingId: guestBooking, proId: guest, hubId: guestHub }),
  );
  expect(ids(await calendarOf(guest))).toEqual([]);
  const calendar = await calendarOf(owner);
  expect(calendar.bookings.map(({ status }) => status)).toEqual(['confirmed', 'orfan']);
  expect(calendar.hubInactivities).toMatchObject([{ hub_id: ownerHub }]);
});

test('a reception sees all bookings without notes, and a role of a later release only its own', async () => {
  const join = (number: number, role: 'reception') => {
    const hub = { hubId: sampleId(3, number), proId: sampleId(1, number) };
    const account = { proId: hub.proId, email: `p${number}@example.com`, username: `pro${number}` };
    return [
      sample('ProSignedUp', account),
      sample('CollaboratorInvited', { ...hub, role, status: 'active', availabilities: [] }),
    ];
  };
  await world.given(...join(30, 'reception'), ...join(31, 'concierge' as 'reception'));
  const calendar = await calendarOf(sampleId(1, 30));
  expect(calendar.bookings).toHaveLength(2);
  expect(calendar.bookings.map(({ pro_notes, notes_version }) => [pro_notes, notes_version])).toEqual([
    ['', ''],
    ['', ''],
  ]);
  expect(ids(await calendarOf(sampleId(1, 31)))).toEqual([]);
  const answer = await world.ask('getProClinics', { params: { id: owner }, caller: owner });
  const clinics = answer.data as ClinicView[];
  const hubs = clinics.flatMap((clinic) => clinic.hubs);
  const roleOf = (number: number) => hubs.find(({ id }) => id === sampleId(3, number))?.role;
  expect([roleOf(30), roleOf(31)]).toEqual(['reception', 'guest']);
});

test('the note of a blocked time is shown to the professional and its author', async () => {
  await world.given(sample('TimeBlocked', { author: sampleId(1, 30), note: 'Banca' }));
  const noteFor = async (proId: string) =>
    (await calendarOf(proId)).blocks?.map(({ note, note_hidden: hidden }) => (hidden ? 'hidden' : note));
  expect(await noteFor(owner)).toEqual(['Banca']);
  expect(await noteFor(sampleId(1, 30))).toEqual(['Banca']);
  await world.given(sample('BlockChanged', { note: 'Mia' }));
  expect(await noteFor(owner)).toEqual(['Mia']);
  expect(await noteFor(sampleId(1, 30))).toEqual(['hidden']);
});

test('a blocked time and an absence name the colleague who made them, until that person is erased', async () => {
  const marta = sampleId(1, 41);
  const desk = { hubId: sampleId(3, 41), clinicId, proId: marta };
  const actor = `pro:${marta}` as const;
  const byMarta = async () => {
    const { blocks, hubInactivities } = await calendarOf(owner);
    return [...blocks, ...hubInactivities].flatMap(({ by }) => by ?? []);
  };
  expect(await byMarta()).toEqual([]);
  await world.given(
    sample('ProSignedUp', { proId: marta, email: 'marta@example.com', username: 'marta' }),
    sample('CollaboratorInvited', { ...desk, role: 'reception', status: 'active' }),
    sample('PersonalDataSaved', {
      proId: marta,
      profile: { name: 'Marta', lastname: 'Gallo', prefix: '+39', phone: '3330001111' },
    }),
    { ...sample('TimeBlocked', { blockId: sampleId(4, 31) }), actor },
    { ...sample('VacationPlanned', { vacationId: `${ownerHub}.vacation31` }), actor },
  );
  const named = { role: 'reception', name: 'Marta' };
  expect(await byMarta()).toEqual([named, named]);
  await world.given(sample('ProDeletionRequested', { proId: marta }));
  expect(await byMarta()).toEqual([
    { ...named, name: '' },
    { ...named, name: '' },
  ]);
});

test('a time held by an offer names the person to staff who see the entry, until the offer ends', async () => {
  const hub = sampleId(3, 30);
  const reception = sampleId(1, 30);
  const times = [
    {
      hubServiceId: `${hub}.s1`,
      hubId: hub,
      proId: reception,
      start: '2026-11-24T09:00:00.000Z',
      end: '2026-11-24T09:30:00.000Z',
    },
  ];
  const joined = sample('WaitingJoined', { clinicId, proId: owner, proIds: [], confirmBy: null });
  const { entryId } = joined.data;
  const offerId = `${entryId}.o1`;
  const made = { entryId, offerId, clinicId, proId: owner, reservationId: sampleId(9, 1) };
  const deadline = '2026-11-20T10:00:00.000Z';
  await world.given(joined, sample('OfferMade', { ...made, times, deadline }));
  const heldFor = async (proId: string) =>
    (await calendarOf(proId)).held.filter(({ offered_to: name }) => name !== undefined);
  expect(await heldFor(owner)).toEqual([
    {
      id: offerId,
      date: '2026-11-24T10:00:00+01:00',
      ending_date: '2026-11-24T10:30:00+01:00',
      timezone: 'Europe/Rome',
      pro_id: reception,
      clinic_id: clinicId,
      hubId: hub,
      until: '2026-11-20T11:00:00+01:00',
      offered_to: (joined.data.contact as { name: string }).name,
    },
  ]);
  // A role of a later release has the rights of a guest.
  expect(await heldFor(sampleId(1, 31))).toEqual([]);
  const own = times.map((time) => ({ ...time, proId: sampleId(1, 31), hubId: sampleId(3, 31) }));
  const other = `${entryId}.o2`;
  await world.given(
    sample('OfferWithdrawn', { ...made, reason: 'staff' }),
    sample('OfferMade', { ...made, offerId: other, times: own, deadline }),
  );
  expect(await heldFor(sampleId(1, 31))).toMatchObject([{ id: other, offered_to: '' }]);
  await world.given(sample('OfferLapsed', { ...made, offerId: other }));
  expect(await heldFor(owner)).toEqual([]);
});
