import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import type { DomainEvent } from '@visita/contracts/events';
import type { CalendarJob } from '@visita/contracts/jobs';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { expect, test } from 'vitest';
import { createCalendarProcess } from './calendar-process.ts';

const { owner, guest, booking: bookingId } = sampleIds;
const eventId = sampleId(9, 1);

const asked = async (
  event: DomainEvent,
  { connected = [owner, guest], upcoming = [] as string[], readable = true } = {},
) => {
  const jobs: [string, CalendarJob][] = [];
  const process = createCalendarProcess({
    reads: {
      connection: async (proId) => (connected.includes(proId) ? sampleId(7) : null),
      upcoming: async () => upcoming,
    },
    add: async (job, id) => void jobs.push([id, job]),
    reached: async () => readable,
  });
  const [one] = recorded([event]);
  await reactionTo(process.on, event.type)?.(one!, {
    id: '',
    correlationId: '',
    actor: 'anonymous',
    time: '',
  });
  return jobs;
};

const job = (proId: string): [string, CalendarJob] => [`${eventId}_${proId}`, { proId, bookingId }];

test('queues confirmed, moved and ended bookings, not holds', async () => {
  expect(await asked(sample('BookingPlaced'))).toEqual([]);
  expect(await asked(sample('BookingPlaced', { confirmBy: null }))).toEqual([job(owner)]);
  for (const type of ['BookingConfirmed', 'BookingMoved', 'BookingCancelled', 'BookingOrphaned'] as const) {
    expect(await asked(sample(type))).toEqual([job(owner)]);
  }
  expect(await asked(sample('BookingHandedOver'))).toEqual([]);
});

test("a booking handed to a colleague leaves the former professional's calendar", async () => {
  const moved = sample('BookingMoved', { proId: guest });
  expect(await asked(moved)).toEqual([job(guest), job(owner)]);
  expect(await asked(moved, { connected: [owner] })).toEqual([job(owner)]);
});

test('a newly connected calendar gets the upcoming bookings', async () => {
  const connected = {
    type: 'ExternalCalendarConnected',
    data: { proId: owner, connectionId: sampleId(7), replaces: null },
  } as const;
  expect(await asked(connected, { upcoming: [bookingId] })).toEqual([
    [`${eventId}_${bookingId}`, { proId: owner, bookingId }],
  ]);
});

test('queues nothing before the read models hold the event', async () => {
  const confirmed = sample('BookingConfirmed');
  await expect(asked(confirmed, { readable: false })).rejects.toThrow('behind');
});
