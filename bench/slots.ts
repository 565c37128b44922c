import type { SlotQuestion } from '@visita/contracts/availability/question';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { addDays, createZone } from '@visita/contracts/availability/zones';

/** Milliseconds per call of the slot function, as medians and 99th percentiles over many calls. */
export type SlotFigures = {
  readonly days: number;
  readonly busy: number;
  /** Times with a step, buffers, a notice, exceptions, alternating weeks and the gapless rule. */
  readonly refined: boolean;
  /** Slots offered, to reveal the figures of an empty answer. */
  readonly offered: number;
  /** With a cached zone, as in the services. */
  readonly warm: { readonly median: number; readonly p99: number };
  /** With a new zone in each call, including its lookups. */
  readonly fresh: { readonly median: number; readonly p99: number };
};

const timezone = 'Europe/Rome';
/** Its 60 days contain the change to winter time. */
const now = Date.UTC(2026, 8, 1, 6);
const hour = 3_600_000;

/** Returns busy intervals of 20 to 50 minutes over the days, unordered and partly overlapping. */
const busyOver = (days: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    // A stride that shares no factor with the count visits each position once, out of order.
    const place = ((index * 7919) % count) / count;
    const start = now + Math.floor(place * days * 24 * hour);
    return { start, end: start + (20 + (index % 4) * 10) * 60_000 };
  });

const question = (days: number, busy: number): Omit<SlotQuestion, 'zone'> & { dates: string[] } => ({
  now,
  horizonDays: days,
  durationMinutes: 15,
  dates: Array.from({ length: days }, (_, index) => addDays('2026-09-01', index)),
  windows: [
    { workingDay: 9, startingHour: '08:00', endingHour: '13:00' },
    { workingDay: 9, startingHour: '14:00', endingHour: '20:00' },
  ],
  busy: busyOver(days, busy),
});

const refined = {
  stepMinutes: 10,
  bufferBefore: 5,
  bufferAfter: 10,
  noticeHours: 24,
  gapless: { shortestMinutes: 15 },
  dayHours: [{ date: '2026-09-15', windows: [{ startingHour: '09:00', endingHour: '12:00' }] }],
};

const alternating = (asked: ReturnType<typeof question>) => ({
  ...asked,
  ...refined,
  windows: asked.windows.map((window) => ({ ...window, everyWeeks: 2, anchorMonday: '2026-08-31' })),
});

const timesOf = (call: () => unknown, calls: number) => {
  const times = Array.from({ length: calls }, () => {
    const from = performance.now();
    call();
    return performance.now() - from;
  }).sort((a, b) => a - b);
  return { median: times[Math.floor(calls / 2)] ?? 0, p99: times[Math.floor(calls * 0.99)] ?? 0 };
};

const figuresOf = (days: number, busy: number, calls: number, isRefined = false): SlotFigures => {
  const asked = isRefined ? alternating(question(days, busy)) : question(days, busy);
  const zone = createZone(timezone);
  const warm = () => offeredSlots({ ...asked, zone });
  const fresh = () => offeredSlots({ ...asked, zone: createZone(timezone) });
  timesOf(warm, 200);
  timesOf(fresh, 50);
  const offered = Object.values(warm()).flat().length;
  return {
    days,
    busy,
    refined: isRefined,
    offered,
    warm: timesOf(warm, calls),
    fresh: timesOf(fresh, calls),
  };
};

/**
 * Measures the slot function for 31 days with 100 busy intervals and, plain and refined, for 60 with 1,000
 * (budget: 1 ms).
 */
export const benchSlots = (calls = 2000): SlotFigures[] => [
  figuresOf(31, 100, calls),
  figuresOf(60, 1000, calls),
  figuresOf(60, 1000, calls, true),
];
