import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { activities } from '@visita/read-model/activity/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { activitiesProjection } from './activities.projection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const given = createGiven(() => database, activitiesProjection);
const { booking, clinic, guest, guestHub, owner, ownerHub } = sampleIds;
const colleague = `pro:${owner}` as const;

test('an online booking is noticed once its patient confirmed it, without any name', async () => {
  const events = [sample('BookingPlaced'), sample('BookingConfirmed')] as const;
  expect(await given(...events).thenRows(activities)).toEqual([
    {
      position: '0000000000000002',
      kind: 'booked',
      at: '2026-11-20T08:00:00+00:00',
      pro_id: owner,
      clinic_id: clinic,
      hub_id: ownerHub,
      booking_id: booking,
      series_id: null,
      starts_at: null,
      ends_at: null,
      previous_at: null,
      reason: null,
      actor_id: null,
    },
  ]);
});

test('a booking of an offered time is noticed, one by staff is not', async () => {
  const placed = { confirmBy: null, placedBy: 'pro' } as const;
  const byStaff = { ...sample('BookingPlaced', { ...placed, bookingId: sampleId(4, 9) }), actor: colleague };
  const rows = await given(sample('BookingPlaced', placed), byStaff).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'booked', booking_id: booking }]);
});

test('a move by the patient is noticed with both times, one by staff is not', async () => {
  const { data } = sample('BookingMoved');
  const rows = await given(
    sample('BookingMoved', { by: 'patient' }),
    sample('BookingMoved', { by: 'pro' }),
  ).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'moved', position: '0000000000000001' }]);
  const at = (name: string) => Date.parse(String(rows[0]?.[name]));
  expect(at('starts_at')).toBe(Date.parse(data.start));
  expect(at('previous_at')).toBe(Date.parse(data.previous.start));
});

test.each(['pro', 'system'] as const)('a cancellation by %s is not noticed', async (by) => {
  const events = [sample('BookingCancelled', { by })];
  expect(await given(...events).thenRows(activities)).toEqual([]);
});

test('a cancellation by the patient and a mail that was not sent are noticed', async () => {
  const rows = await given(
    sample('BookingCancelled', { by: 'patient' }),
    sample('BookingNotMailed', { reason: 'refused' }),
  ).thenRows(activities);
  expect(rows).toMatchObject([
    { kind: 'cancelled', reason: null },
    { kind: 'not-mailed', reason: 'refused' },
  ]);
});

test('a mail about several visits that was not sent gives one notice', async () => {
  const rows = await given(
    sample('BookingNotMailed', { reason: 'refused' }),
    sample('BookingNotMailed', { bookingId: sampleId(4, 2), reason: 'refused', further: true }),
  ).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'not-mailed', booking_id: booking }]);
});

test('a patient who can no longer cancel and cannot come is noticed, one who comes is not', async () => {
  const rows = await given(
    sample('VisitAnswered', { answer: 'coming' }),
    sample('VisitAnswered', { answer: 'not-coming' }),
  ).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'not-coming', position: '0000000000000002' }]);
});

test('a series of which some visits were not booked or not changed is noticed, without the patient', async () => {
  const rows = await given(
    sample('SeriesPlaced', { notPlaced: 0 }),
    sample('SeriesPlaced', { notPlaced: 2 }),
    sample('SeriesChanged', { notChanged: 0 }),
    sample('SeriesChanged', { notChanged: 1 }),
  ).thenRows(activities);
  const of = {
    series_id: sampleId(10),
    pro_id: owner,
    clinic_id: clinic,
    hub_id: ownerHub,
    booking_id: null,
  };
  expect(rows).toMatchObject([
    { ...of, kind: 'not-placed', position: '0000000000000002' },
    { ...of, kind: 'not-changed', position: '0000000000000004' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(sampleIds.patient);
});

test('times that a colleague blocks, changes or plans as an absence are noticed by the professional alone', async () => {
  const block = { proId: guest, hubId: guestHub };
  const blocked = sample('TimeBlocked', block);
  const { start, end } = blocked.data;
  const reservationId = sampleId(6, 9);
  const sameTime = sample('BlockChanged', { ...block, start, end, previous: { reservationId, start, end } });
  const before = { reservationId, start: '2026-11-22T08:00:00.000Z', end: '2026-11-22T09:00:00.000Z' };
  const rows = await given(
    { ...blocked, actor: colleague },
    { ...sameTime, actor: colleague },
    { ...sample('BlockChanged', { ...block, previous: before }), actor: colleague },
    { ...sample('VacationPlanned', block), actor: colleague },
  ).thenRows(activities);
  const only = { pro_id: guest, hub_id: guestHub, clinic_id: null, booking_id: null, actor_id: owner };
  expect(rows).toMatchObject([
    { ...only, kind: 'blocked', position: '0000000000000001' },
    { ...only, kind: 'blocked', position: '0000000000000003' },
    { ...only, kind: 'absent', position: '0000000000000004' },
  ]);
});

test.each([`pro:${guest}`, 'process:keep-wall-clocks', 'anonymous'] as const)(
  'no time that %s blocks is noticed',
  async (actor) => {
    const blocked = sample('TimeBlocked', { proId: guest, hubId: guestHub });
    const planned = sample('VacationPlanned', { proId: guest, hubId: guestHub });
    expect(await given({ ...blocked, actor }, { ...planned, actor }).thenRows(activities)).toEqual([]);
  },
);

test('a calendar that the provider disconnected is noticed, one that the pro disconnected is not', async () => {
  const ended = (by: 'pro' | 'provider') =>
    ({
      type: 'ExternalCalendarDisconnected',
      data: { proId: owner, connectionId: sampleId(9), by },
    }) as const;
  const rows = await given(ended('provider'), ended('pro')).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'calendar-lost', pro_id: owner, clinic_id: null, hub_id: null }]);
});

test('used up texts are noticed by the professional alone', async () => {
  const rows = await given(sample('TextsUsedUp')).thenRows(activities);
  expect(rows).toMatchObject([{ kind: 'texts-used-up', pro_id: owner, clinic_id: null, hub_id: null }]);
});
