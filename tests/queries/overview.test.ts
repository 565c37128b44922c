import type { DomainEvent } from '@visita/contracts/events';
import type { OverviewView } from '@visita/contracts/overview/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, guest, guestHub, owner, ownerHub, stranger } = sampleIds;
const other = { clinicId: sampleId(2, 2), hubId: sampleId(3, 9), proId: stranger };

/** A confirmed booking of half an hour, at UTC+1 in Rome. */
const booked = (number: number, start: string, changes: object = {}): DomainEvent =>
  sample('BookingPlaced', {
    bookingId: sampleId(4, number),
    patientId: sampleId(5, number),
    start: `${start}:00.000Z`,
    end: new Date(Date.parse(`${start}:00.000Z`) + 1_800_000).toISOString(),
    confirmBy: null,
    ...changes,
  });
const byGuest = { proId: guest, hubId: guestHub };

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('ClinicOpened', { clinicId: other.clinicId, ownerId: stranger }),
    sample('CollaboratorInvited', other),
  );
  await world.given(
    // Monday 23 November: two bookings of the owner, the second with the same patient, and one of the guest.
    booked(1, '2026-11-23T08:00'),
    booked(2, '2026-11-23T09:45', { patientId: sampleId(5, 1) }),
    booked(3, '2026-11-23T08:00', byGuest),
    // The next week has a cancelled booking, a booking moved from the week before, a hold and an
    // expired hold.
    booked(4, '2026-11-30T08:00'),
    sample('BookingCancelled', { bookingId: sampleId(4, 4) }),
    booked(5, '2026-11-23T10:00', { patientId: sampleId(5, 1) }),
    sample('BookingMoved', {
      bookingId: sampleId(4, 5),
      start: '2026-11-30T10:00:00.000Z',
      end: '2026-11-30T10:30:00.000Z',
    }),
    booked(6, '2026-11-30T09:00', { confirmBy: '2026-11-20T09:00:00.000Z' }),
    booked(7, '2026-11-30T09:00', { confirmBy: '2026-11-20T09:00:00.000Z' }),
    sample('BookingLapsed', { bookingId: sampleId(4, 7) }),
    booked(8, '2026-11-30T09:00', { confirmBy: '2026-11-20T09:00:00.000Z' }),
    sample('BookingCancelled', { bookingId: sampleId(4, 8), by: 'system' }),
    // This clinic belongs to another owner.
    booked(9, '2026-11-23T08:00', other),
  );
});
afterAll(() => world.close());

const november = { from: '2026-11-23', to: '2026-12-06' };
const overview = async (proId: string, query: Record<string, string> = november) =>
  (await world.ask('getProOverview', { params: { proId }, caller: proId, query })).data as OverviewView;
const refused = (proId: string, query: Record<string, string>, caller = proId) =>
  world.ask('getProOverview', { params: { proId }, caller, query: { ...november, ...query } });

test('the owner’s figures match the calendars, week by week', async () => {
  const { current, previous, weeks } = await overview(owner);
  expect(weeks).toEqual([
    { week: '2026-11-23', bookings: 3, orphaned: 0, new_patients: 2, cancelled: 0, cancelled_late: 0 },
    { week: '2026-11-30', bookings: 1, orphaned: 0, new_patients: 0, cancelled: 1, cancelled_late: 0 },
  ]);
  expect(current).toEqual({
    bookings: 4,
    orphaned: 0,
    new_patients: 2,
    cancelled: 1,
    cancelled_late: 0,
    booked_minutes: 120,
    available_minutes: 360,
  });
  expect(previous).toMatchObject({ bookings: 0, booked_minutes: 0, available_minutes: 0 });
});

test('the previous period is compared', async () => {
  const { current, previous } = await overview(owner, { from: '2026-11-30', to: '2026-12-06' });
  expect(current).toMatchObject({ bookings: 1, new_patients: 0, cancelled: 1 });
  expect(previous).toMatchObject({ bookings: 3, new_patients: 2, available_minutes: 180 });
});

test('periods may begin and end within a week', async () => {
  const { current, previous, weeks } = await overview(owner, { from: '2026-11-24', to: '2026-11-29' });
  expect(current).toMatchObject({ bookings: 0, new_patients: 0, cancelled: 0, booked_minutes: 0 });
  expect(previous).toMatchObject({ bookings: 3, new_patients: 2, booked_minutes: 90 });
  expect(weeks).toMatchObject([{ week: '2026-11-23', bookings: 0 }]);
});

test('a patient with earlier visits is not new', async () => {
  await world.given(booked(10, '2027-01-18T08:00', { patientId: sampleId(5, 1) }));
  const { current } = await overview(owner, { from: '2027-01-18', to: '2027-01-24' });
  expect(current).toMatchObject({ bookings: 1, new_patients: 0 });
});

test('hours are in the clinic’s time zone; work outside opening hours is counted', async () => {
  const { hours } = await overview(owner);
  const monday = { weekday: 1, available_minutes: 120 };
  expect(hours).toEqual([
    { ...monday, hour: 9, booked_minutes: 60 },
    { ...monday, hour: 10, booked_minutes: 15 },
    { ...monday, hour: 11, booked_minutes: 45 },
  ]);
  const { hours: guests } = await overview(owner, { ...november, professionalId: guest });
  expect(guests).toEqual([{ weekday: 1, hour: 9, booked_minutes: 30, available_minutes: 0 }]);
});

test('filters by a professional, next to the total', async () => {
  const { current, weeks, professionals } = await overview(owner, { ...november, professionalId: guest });
  expect(current).toMatchObject({ bookings: 1, new_patients: 1, cancelled: 0, available_minutes: 0 });
  expect(weeks.map(({ bookings }) => bookings)).toEqual([1, 0]);
  expect(professionals).toMatchObject([
    { pro_id: owner, name: 'Anna Rossi', bookings: 3, new_patients: 1, available_minutes: 360 },
    { pro_id: guest, name: 'Bruno Bianchi', bookings: 1, new_patients: 1, available_minutes: 0 },
  ]);
});

test('a guest sees only their own figures', async () => {
  const { current, professionals } = await overview(guest);
  expect(current).toMatchObject({ bookings: 1, cancelled: 0, booked_minutes: 30 });
  expect(professionals.map(({ pro_id }) => pro_id)).toEqual([guest]);
  await expect(refused(guest, { professionalId: owner })).rejects.toMatchObject({ code: 'not-found' });
});

test('other clinics are not counted', async () => {
  for (const [query, caller] of [
    [{}, stranger],
    [{ clinicId: other.clinicId }, owner],
    [{ professionalId: stranger }, owner],
    [{ clinicId: other.clinicId, professionalId: owner }, owner],
  ] as const) {
    await expect(refused(owner, query, caller)).rejects.toMatchObject({ code: 'not-found' });
  }
  expect((await overview(stranger)).current).toMatchObject({ bookings: 1, new_patients: 1 });
});

test('invalid periods are refused', async () => {
  for (const query of [
    { to: '2026-11-22' },
    { to: '2027-11-29' },
    { from: '2026-02-30' },
    { from: '0000-01-01', to: '0000-01-05' },
  ]) {
    await expect(refused(owner, query)).rejects.toThrow(/to|from/);
  }
  expect((await overview(owner, { ...november, to: '2027-11-28' })).weeks).toHaveLength(53);
});

test('a manager sees all figures, while paused only their own', async () => {
  await world.given({
    type: 'CollaboratorRoleChanged',
    data: { clinicId, hubId: guestHub, role: 'manager' },
  });
  expect((await overview(guest)).current.bookings).toBe(4);
  await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: guestHub } });
  expect((await overview(guest)).current.bookings).toBe(1);
});

test('orphans take up no time; former professionals are still counted', async () => {
  await world.given(
    { type: 'CollaboratorArchived', data: { clinicId, hubId: guestHub, proId: guest } },
    sample('BookingOrphaned', { bookingId: sampleId(4, 3), ...byGuest }),
  );
  const { current, professionals } = await overview(owner);
  expect(current).toMatchObject({ bookings: 4, orphaned: 1, booked_minutes: 90 });
  expect(professionals).toMatchObject([{ pro_id: owner }, { pro_id: guest, bookings: 1, orphaned: 1 }]);
  expect((await overview(guest)).current.bookings).toBe(0);
  await world.given(sample('ProDeletionRequested', { proId: guest }));
  expect((await overview(owner)).professionals[1]).toMatchObject({ pro_id: guest, name: '' });
});

test('a new patient’s next booking is the first if the first was cancelled', async () => {
  await world.given(sample('BookingCancelled', { bookingId: sampleId(4, 1) }));
  expect((await overview(owner)).weeks.map(({ new_patients }) => new_patients)).toEqual([2, 0]);
  await world.given(sample('BookingCancelled', { bookingId: sampleId(4, 2) }));
  expect((await overview(owner)).weeks.map(({ new_patients }) => new_patients)).toEqual([1, 1]);
});

test('a confirmed hold that is cancelled counts as cancelled', async () => {
  await world.given(
    booked(20, '2026-12-09T09:00', { confirmBy: '2026-11-20T09:00:00.000Z' }),
    sample('BookingConfirmed', { bookingId: sampleId(4, 20) }),
    sample('BookingCancelled', { bookingId: sampleId(4, 20), by: 'patient' }),
  );
  const { current } = await overview(owner, { from: '2026-12-07', to: '2026-12-13' });
  expect(current).toMatchObject({ bookings: 0, cancelled: 1 });
});

test('in weeks of clock changes, days and hours are the clinic’s', async () => {
  await world.given(
    // Sunday 28 March 2027, 00:30 in Rome: Saturday in UTC. And 09:00 in Rome, at UTC+2.
    booked(30, '2027-03-27T23:30'),
    booked(31, '2027-03-28T07:00'),
    // Monday 00:15 in Rome, Sunday in UTC: next week.
    booked(32, '2027-03-28T22:15'),
    sample('AvailabilityAdded', {
      hubId: ownerHub,
      availability: {
        availabilityId: `${ownerHub}.sunday`,
        workingDay: 7,
        startingHour: '00:00',
        endingHour: '24:00',
      },
    }),
  );
  const { weeks, hours, current } = await overview(owner, { from: '2027-03-22', to: '2027-04-04' });
  expect(weeks.map(({ week, bookings }) => [week, bookings])).toEqual([
    ['2027-03-22', 2],
    ['2027-03-29', 1],
  ]);
  expect(hours.filter(({ booked_minutes }) => booked_minutes > 0)).toMatchObject([
    { weekday: 1, hour: 0, booked_minutes: 30 },
    { weekday: 7, hour: 0, booked_minutes: 30 },
    { weekday: 7, hour: 9, booked_minutes: 30 },
  ]);
  const sundays = current.available_minutes - 2 * 180;
  expect(sundays).toBe((23 + 24) * 60);
  expect(hours.find(({ weekday, hour }) => weekday === 7 && hour === 2)?.available_minutes).toBe(60);
});

test('closings and vacations reduce available time, and changed hours do not affect the past', async () => {
  const week = { from: '2026-12-07', to: '2026-12-13', professionalId: owner };
  expect((await overview(owner, week)).hours.filter(({ weekday }) => weekday === 1)).toHaveLength(3);
  await world.given(sample('ClosingPlanned'));
  expect((await overview(owner, week)).hours.filter(({ weekday }) => weekday === 1)).toEqual([]);
  const holidays = { from: '2026-12-21', to: '2026-12-27', professionalId: owner };
  expect((await overview(owner, holidays)).current.available_minutes).toBeGreaterThan(0);
  await world.given(sample('VacationPlanned'));
  expect((await overview(owner, holidays)).current.available_minutes).toBe(0);
  world.setNow('2026-12-15T00:00:00.000Z');
  const { availabilityId } = sample('AvailabilityAdded').data.availability;
  await world.given({
    type: 'AvailabilityRemoved',
    data: { hubId: ownerHub, clinicId, proId: owner, availabilityId },
  });
  const mondays = async (from: string, to: string) =>
    (await overview(owner, { from, to })).hours.filter(({ weekday }) => weekday === 1).length;
  expect(await mondays('2026-12-14', '2026-12-20')).toBe(3);
  expect(await mondays('2027-01-04', '2027-01-10')).toBe(0);
});

test('a client that wrote waits for the read models', async () => {
  const position = await world.given(booked(40, '2027-06-07T08:00'));
  const query = { from: '2027-06-07', to: '2027-06-13' };
  const { data, headers } = await world.ask('getProOverview', {
    params: { proId: owner },
    caller: owner,
    query,
    minimum: position,
  });
  expect((data as OverviewView).current.bookings).toBe(1);
  expect(headers.get('x-stale')).toBeUndefined();
});

test('is empty without clinics', async () => {
  const newcomer = sampleId(1, 99);
  await world.given(sample('ProSignedUp', { proId: newcomer, email: 'n@example.com', username: 'n' }));
  expect(await overview(newcomer)).toMatchObject({
    current: { bookings: 0, available_minutes: 0 },
    weeks: [{ bookings: 0 }, { bookings: 0 }],
    hours: [],
    professionals: [],
  });
});

test('missed visits are grouped by weekday, hour, service, lead time and reminder', async () => {
  const said = (
    number: number,
    type: 'BookingAttended' | 'BookingMissed',
    changes: object = {},
  ): DomainEvent => sample(type, { bookingId: sampleId(4, number), ...changes });
  // Samples are of 20 November: these bookings are 115 and 116 days ahead, on a Monday and a Tuesday.
  await world.given(
    booked(20, '2027-03-15T08:00'),
    booked(21, '2027-03-15T09:00'),
    booked(22, '2027-03-16T08:00', { patientId: sampleId(5, 20) }),
    booked(23, '2027-03-16T09:00'),
    booked(24, '2027-03-16T10:00'),
    said(20, 'BookingAttended'),
    said(21, 'BookingMissed'),
    said(22, 'BookingMissed', { excused: true }),
    said(23, 'BookingMissed'),
    sample('BookingCancelled', { bookingId: sampleId(4, 23) }),
  );
  await world.database.pool.query(
    `insert into notifier.outbox (queue, job_id, name, payload, priority, series, due_at, expires_at, state)
     values ('mail', 'one', 'reminder', '{}', 1, $1, now(), now(), 'sent')`,
    [sampleId(4, 21)],
  );
  await world.database.pool.query(
    `insert into notifier.planned (id, purpose, about, pro_id, clinic_id, subjects, channel, due, look_at, not_after, state)
     values ($1::uuid, 'reminder', $1::text, $2, $2, '{}', 'mail', now(), now(), now(), 'sent')`,
    [sampleId(4, 22), owner],
  );
  const march = { from: '2027-03-15', to: '2027-03-21' };
  const { missed } = await overview(owner, march);
  const none = { attended: 0, missed: 0, excused: 0 };
  expect(missed).toEqual([
    { by: 'weekday', of: '1', attended: 1, missed: 1, excused: 0 },
    { by: 'weekday', of: '2', ...none, excused: 1 },
    { by: 'hour', of: '9', attended: 1, missed: 0, excused: 1 },
    { by: 'hour', of: '10', ...none, missed: 1 },
    { by: 'service', of: 'Visita', attended: 1, missed: 1, excused: 1 },
    { by: 'lead', of: '28', attended: 1, missed: 1, excused: 1 },
    { by: 'reminded', of: 'false', ...none, attended: 1 },
    { by: 'reminded', of: 'true', ...none, missed: 1, excused: 1 },
  ]);
  expect((await overview(owner, { ...march, professionalId: guest })).missed).toEqual([]);
});

test('a patient’s card counts attendance, and late cancellations separately', async () => {
  const patientId = sampleId(5, 20);
  world.setNow('2026-11-20T08:00:00.000Z');
  const ofPatient = (number: number, start: string) => booked(number, start, { patientId });
  await world.given(
    sample('PatientRegistered', { patientId }),
    sample('PlanAssigned'),
    ofPatient(30, '2026-11-21T07:59'),
    sample('BookingCancelled', { bookingId: sampleId(4, 30), by: 'patient' }),
    ofPatient(31, '2026-11-21T08:00'),
    sample('BookingCancelled', { bookingId: sampleId(4, 31), by: 'patient' }),
    ofPatient(32, '2026-11-20T12:00'),
    sample('BookingCancelled', { bookingId: sampleId(4, 32), by: 'pro' }),
    ofPatient(33, '2026-11-20T13:00'),
    sample('BookingMissed', { bookingId: sampleId(4, 33) }),
  );
  const params = { patientId, proId: owner };
  const { data } = await world.ask('getPatientBookings', { params, caller: owner });
  expect(data).toMatchObject({ attendance: { attended: 1, missed: 1, excused: 1, cancelled_late: 1 } });
  const { current } = await overview(owner, { from: '2026-11-20', to: '2026-11-22' });
  expect(current).toMatchObject({ cancelled: 3, cancelled_late: 1 });
});

test('a reception sees no figures of the clinic, and is not among its professionals', async () => {
  const [hubId, proId] = [sampleId(3, 30), sampleId(1, 30)];
  await world.given(sample('CollaboratorInvited', { hubId, proId, role: 'reception', status: 'active' }));
  const seen = await overview(proId);
  expect([seen.current.bookings, seen.professionals]).toEqual([0, []]);
  await expect(refused(proId, { professionalId: owner })).rejects.toMatchObject({ code: 'not-found' });
  expect((await overview(owner)).professionals.map(({ pro_id }) => pro_id)).not.toContain(proId);
});
