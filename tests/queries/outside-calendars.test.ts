import { type Erased, erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createCalendarReads } from '@visita/notifier/calendar-sync/reads';
import { createCalendarFeed } from '@visita/query-service/calendar-feed/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { guest, guestHub, owner } = sampleIds;
const now = new Date('2026-11-20T08:00:00.000Z');
const day = 86_400_000;

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: now.toISOString() });
  await world.given(...sampleClinic, guestAccepts);
});
afterAll(() => world.close());

type Changes = { confirmBy?: string; proId?: string; hubId?: string; clinicId?: string; contact?: Erased };

/** A confirmed booking of half an hour in some days. */
const booked = (number: number, days: number, changes: Changes = {}) => {
  const start = now.getTime() + days * day;
  return sample('BookingPlaced', {
    bookingId: sampleId(4, number),
    confirmBy: null,
    start: new Date(start).toISOString(),
    end: new Date(start + 1_800_000).toISOString(),
    ...changes,
  });
};

test('a feed has a professional’s confirmed bookings, from 30 days ago on', async () => {
  const ids = (number: number) => ({ ...sample('BookingCancelled').data, bookingId: sampleId(4, number) });
  await world.given(
    booked(1, -30),
    booked(2, -31),
    booked(3, 59.5),
    booked(4, 60),
    booked(10, 370),
    booked(5, 1, { confirmBy: '2026-11-20T09:00:00.000Z' }),
    booked(6, 2),
    { type: 'BookingCancelled', data: { ...ids(6), by: 'pro' } },
    booked(7, 3),
    { type: 'BookingOrphaned', data: { ...sample('BookingOrphaned').data, bookingId: sampleId(4, 7) } },
    booked(8, 4, { proId: guest, hubId: guestHub }),
    booked(9, 5, { contact: erased }),
  );
  const read = createCalendarFeed({
    pool: world.database.pool,
    feeds: { proOf: async (secret) => (secret === 'secret' ? owner : null) },
    lastChanges: world.lastChanges,
    clock: () => now,
    host: 'visita.example',
    publicOrigin: 'https://visita.example',
  });
  expect(await read('another')).toBeNull();
  const lines = (await read('secret'))!.text!.replaceAll('\r\n ', '').split('\r\n');
  const starting = (start: string) => lines.filter((line) => line.startsWith(start));
  expect(starting('UID')).toEqual(
    [1, 9, 3, 4, 10].map((number) => `UID:${sampleId(4, number)}@visita.example`),
  );
  expect(starting('SUMMARY')).toEqual([
    'SUMMARY:Visita – Carla Verdi',
    'SUMMARY:Visita',
    ...Array<string>(3).fill('SUMMARY:Visita – Carla Verdi'),
  ]);
  expect(new Set(starting('URL'))).toEqual(new Set(['URL:https://visita.example/dashboard/calendar']));
  expect(starting('SEQUENCE')[0]).toMatch(/^SEQUENCE:\d+$/);
  expect(lines).toContain('DTSTAMP:20261120T080000Z');
});

test('a feed begins with a day in the clinic’s time zone, not UTC', async () => {
  const at = (number: number, start: string) =>
    sample('BookingPlaced', {
      bookingId: sampleId(4, number),
      confirmBy: null,
      start,
      end: new Date(Date.parse(start) + 1_800_000).toISOString(),
    });
  // Rome is UTC+2: its 21 October begins at 22:00 UTC on the day before.
  await world.given(at(31, '2026-10-20T21:00:00.000Z'), at(32, '2026-10-20T22:00:00.000Z'));
  const read = createCalendarFeed({
    pool: world.database.pool,
    feeds: { proOf: async () => owner },
    lastChanges: world.lastChanges,
    clock: () => now,
    host: 'visita.example',
    publicOrigin: 'https://visita.example',
  });
  expect((await read('secret'))!.text!.match(/^UID:[^@]+/gm)?.[0]).toBe(`UID:${sampleId(4, 32)}`);
});

test('a feed is sent again only after a change or at the end of the day', async () => {
  let time = now;
  const read = createCalendarFeed({
    pool: world.database.pool,
    feeds: { proOf: async () => owner },
    lastChanges: world.lastChanges,
    clock: () => time,
    host: 'visita.example',
    publicOrigin: 'https://visita.example',
  });
  const { tag } = (await read('secret'))!;
  time = new Date(now.getTime() + 3_600_000);
  await world.given(
    booked(90, 1, { proId: sampleId(1, 90), hubId: sampleId(3, 90), clinicId: sampleId(2, 90) }),
  );
  expect(await read('secret', tag)).toEqual({ tag, text: null });
  await world.given(sample('BookingAttended', { bookingId: sampleId(4, 1) }));
  const next = (await read('secret', tag))!;
  expect(next.text).toContain('BEGIN:VCALENDAR');
  time = new Date(now.getTime() + day);
  expect((await read('secret', next.tag))!.text).toContain('BEGIN:VCALENDAR');
});

test('a feed has no bookings of clinics that its professional left', async () => {
  const read = createCalendarFeed({
    pool: world.database.pool,
    feeds: { proOf: async () => guest },
    lastChanges: world.lastChanges,
    clock: () => now,
    host: 'visita.example',
    publicOrigin: 'https://visita.example',
  });
  const shown = async () => (await read('secret'))!.text!.match(/^UID:/gm)?.length ?? 0;
  await world.given(guestAccepts);
  expect(await shown()).toBe(1);
  const data = { clinicId: sampleIds.clinic, hubId: guestHub, proId: guest };
  await world.given({ type: 'CollaboratorArchived', data });
  expect(await shown()).toBe(0);
});

test('a connected calendar gets confirmed bookings of its professional only', async () => {
  const reads = createCalendarReads({ pool: world.database.pool, now: () => now });
  expect(await reads.connection(owner)).toBeNull();
  const connectionId = sampleId(7);
  await world.given({
    type: 'ExternalCalendarConnected',
    data: { proId: owner, connectionId, replaces: null },
  });
  expect([await reads.connection(owner), await reads.connection(guest)]).toEqual([connectionId, null]);
  expect(await reads.upcoming(owner)).toEqual([9, 3, 4, 10].map((number) => sampleId(4, number)));
  expect(await reads.appointment(owner, sampleId(4, 3))).toMatchObject({
    service: 'Visita',
    patient: 'Carla Verdi',
    timezone: 'Europe/Rome',
  });
  for (const number of [5, 6, 7, 8, 9]) {
    expect(await reads.appointment(owner, sampleId(4, number))).toBeUndefined();
  }
});
