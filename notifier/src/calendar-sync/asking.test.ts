import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import type { DomainEvent } from '@visita/contracts/events';
import type { CalendarJob } from '@visita/contracts/jobs';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { expect, test } from 'vitest';
import { createCalendarAsking } from './asking.ts';

const { owner, guest, booking: bookingId } = sampleIds;
const eventId = sampleId(9, 1);

const asked = async (
  event: DomainEvent,
  { connected = [owner, guest], upcoming = [] as string[], readable = true } = {},
) => {
  const jobs: [string, CalendarJob][] = [];
  const process = createCalendarAsking({
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

test('what is confirmed, moved or gone is asked for, a hold is not', async () => {
  expect(await asked(sample('BookingPlaced'))).toEqual([]);
  expect(await asked(sample('BookingPlaced', { confirmBy: null }))).toEqual([job(owner)]);
  for (const type of ['BookingConfirmed', 'BookingMoved', 'BookingCancelled', 'BookingOrphaned'] as const) {
    expect(await asked(sample(type))).toEqual([job(owner)]);
  }
  expect(await asked(sample('BookingHandedOver'))).toEqual([]);
});

test('a booking that goes to a colleague leaves the calendar of the one it was with', async () => {
  const moved = sample('BookingMoved', { proId: guest });
  expect(await asked(moved)).toEqual([job(guest), job(owner)]);
  expect(await asked(moved, { connected: [owner] })).toEqual([job(owner)]);
});

test('a calendar that was just connected gets what lies ahead', async () => {
  const connected = {
    type: 'ExternalCalendarConnected',
    data: { proId: owner, connectionId: sampleId(7), replaces: null },
  } as const;
  expect(await asked(connected, { upcoming: [bookingId] })).toEqual([
    [`${eventId}_${bookingId}`, { proId: owner, bookingId }],
  ]);
});

test('nothing is asked for before it can be read', async () => {
  const confirmed = sample('BookingConfirmed');
  await expect(asked(confirmed, { readable: false })).rejects.toThrow('behind');
});
