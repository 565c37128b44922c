import {
  blocksOf,
  bookingsOf,
  doubleBookings,
  isLive,
  overBlocks,
  placedAnyway,
  tightBookings,
} from '@visita/command-service/testing/live-bookings';
import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const practice = usePractice();

const details = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 30, price: 80 };

const changeService = (body: Record<string, unknown>) => {
  const { client, anna, clinic } = practice();
  const params = { id: clinic.services[0]! };
  return client.call('changeClinicService', { params, body: { ...details, ...body }, token: anna.token });
};

const at = (day: string, minutes: number): string =>
  `${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const request = (date: string, patient: string) => {
  const { client, clinic } = practice();
  const body = requestOf(clinic.clinicId, clinic.offers[0], date, patient);
  return client.call('requestBooking', { body });
};

/** Returns a day's active bookings and blocks from the log, and its conflicts. */
const found = async (day: string) => {
  await using inside = await lookInside(practice().stack.place);
  const events = await inside.events();
  const now = new Date().toISOString();
  const all = [...bookingsOf(events).values()].filter(({ start }) => start.startsWith(day));
  const blocks = blocksOf(events).filter(({ start }) => start.startsWith(day));
  const live = all.filter((booking) => isLive(booking, now));
  return {
    live,
    blocks,
    wrong: [
      ...doubleBookings(live, now),
      ...tightBookings(live, now, placedAnyway(events)),
      ...overBlocks(live, blocks, now),
    ],
  };
};

/** Counts the responses; other failures are not allowed. */
const tally = (replies: readonly { status: number; body: { code?: string } }[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const answer = status < 300 ? 'done' : String(body.code);
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
};

it('a hundred concurrent requests around one buffer: no booking lies in another’s buffer', async () => {
  const day = dayAhead(8);
  await succeed(changeService({ stepMinutes: 5, bufferBefore: 10, bufferAfter: 20 }));
  // All visits are closer to each other than duration and buffers allow.
  const asked = Array.from({ length: 100 }, (_, index) =>
    request(at(day, 600 + 5 * (index % 12)), `buffer${index}`),
  );
  const counts = tally(await Promise.all(asked));
  expect(Object.keys(counts).toSorted()).toEqual(['done', 'slot-taken']);
  const { live, wrong } = await found(day);
  expect(live).toHaveLength(counts['done']!);
  expect(wrong).toEqual([]);
});

it('a block and a booking for the same time: exactly one succeeds', async () => {
  const { client, anna, clinic } = practice();
  const day = dayAhead(9);
  await succeed(changeService({ stepMinutes: 30 }));
  const hours = Array.from({ length: 10 }, (_, index) => 540 + 60 * index);
  const asked = Array.from({ length: 100 }, (_, index) => {
    const from = hours[index % hours.length]!;
    if (Math.floor(index / hours.length) % 2 === 0) return request(at(day, from), `block${index}`);
    const body = { hub_id: clinic.hubId, starting_date: at(day, from), ending_date: at(day, from + 45) };
    return client.call('blockTime', { body, token: anna.token });
  });
  const counts = tally(await Promise.all(asked));
  expect(counts).toEqual({ done: hours.length, 'slot-taken': 100 - hours.length });
  const { live, blocks, wrong } = await found(day);
  expect(live.length + blocks.length).toBe(hours.length);
  expect(wrong).toEqual([]);
});

it('a service changed during bookings: each keeps its buffers, and none lies in another’s', async () => {
  const day = dayAhead(10);
  await succeed(changeService({ stepMinutes: 5 }));
  const asked = Array.from({ length: 100 }, (_, index) =>
    index % 10 === 5
      ? changeService({ stepMinutes: 5, bufferBefore: index % 20, bufferAfter: index })
      : request(at(day, 540 + 5 * (index % 60)), `change${index}`),
  );
  const counts = tally(await Promise.all(asked));
  expect(counts['done']).toBeGreaterThan(12);
  expect(Object.keys(counts).toSorted()).toEqual(['done', 'slot-taken']);
  const { live, wrong } = await found(day);
  expect(live.length).toBe(counts['done']! - 10);
  expect(wrong).toEqual([]);
});
