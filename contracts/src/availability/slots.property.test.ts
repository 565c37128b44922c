import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { explainSlots } from './explain.ts';
import { isOffered, offeredSlots, type SlotQuestion } from './slots.ts';
import { weekdaysOf } from './windows.ts';
import { createZone, msOf } from './zones.ts';

const minuteMs = 60_000;

/** Runs of consecutive marked minutes, as half-open pairs: merging by looking at every minute. */
const runsOf = (marked: ReadonlySet<number>): [number, number][] => {
  const runs: [number, number][] = [];
  for (const minute of [...marked].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === minute) last[1] += 1;
    else runs.push([minute, minute + 1]);
  }
  return runs;
};

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3, 5));

const wallMinutes = (date: Temporal.PlainDate, windows: SlotQuestion['windows']): Set<number> => {
  const marked = new Set<number>();
  for (const { workingDay, startingHour, endingHour } of windows) {
    if (!weekdaysOf[workingDay]?.includes(date.dayOfWeek)) continue;
    const end = minutesOf(endingHour) >= 1439 ? 1440 : minutesOf(endingHour);
    for (let minute = minutesOf(startingHour); minute < end; minute += 1) marked.add(minute);
  }
  return marked;
};

/** Real minutes since the epoch in which the professional works. */
const workedMinutes = (date: Temporal.PlainDate, question: SlotQuestion): Set<number> => {
  const instantOf = (minute: number): number => {
    const zoned =
      minute === 1440
        ? date.add({ days: 1 }).toZonedDateTime(question.zone.timezone)
        : date
            .toPlainDateTime(Temporal.PlainTime.from('00:00').add({ minutes: minute }))
            .toZonedDateTime(question.zone.timezone);
    return zoned.epochMilliseconds / minuteMs;
  };
  const worked = new Set<number>();
  for (const [start, end] of runsOf(wallMinutes(date, question.windows))) {
    for (let minute = instantOf(start); minute < instantOf(end); minute += 1) worked.add(minute);
  }
  return worked;
};

/** The slot rule read aloud, minute by minute. */
const slowSlots = (question: SlotQuestion, day: string): string[] => {
  const { timezone } = question.zone;
  const date = Temporal.PlainDate.from(day);
  const today = Temporal.Instant.fromEpochMilliseconds(msOf(question.now))
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const ahead = today.until(date, { largestUnit: 'days' }).days;
  if (ahead < 0 || ahead > question.horizonDays) return [];
  const isFree = (minute: number) =>
    !question.busy.some(
      ({ start, end }) => end > start && start < (minute + 1) * minuteMs && end > minute * minuteMs,
    );
  const slots: string[] = [];
  for (const [from, to] of runsOf(workedMinutes(date, question))) {
    for (let at = from; at + question.durationMinutes <= to; at += question.durationMinutes) {
      const minutes = Array.from({ length: question.durationMinutes }, (_, index) => at + index);
      const zoned = Temporal.Instant.fromEpochMilliseconds(at * minuteMs).toZonedDateTimeISO(timezone);
      const label = zoned.toPlainTime().toString({ smallestUnit: 'minute' });
      const meant = date.toPlainDateTime(label).toZonedDateTime(timezone);
      if (
        at * minuteMs > msOf(question.now) &&
        minutes.every(isFree) &&
        meant.epochMilliseconds === at * minuteMs
      ) {
        slots.push(label);
      }
    }
  }
  return slots;
};

/** A zone with a day near one of its clock changes. */
const places = [
  ['Europe/Rome', '2026-03-29'],
  ['Europe/Rome', '2026-10-25'],
  ['Europe/Rome', '2026-07-15'],
  ['Atlantic/Canary', '2026-03-29'],
  ['Atlantic/Canary', '2026-10-25'],
  ['Europe/Dublin', '2026-10-25'],
  ['Atlantic/Azores', '2026-03-29'],
  ['Atlantic/Azores', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Beirut', '2026-10-25'],
] as const;

const clock = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 9, 12, 22, 23), fc.constantFrom(0, 10, 15, 30, 45, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);

const windows = fc.array(
  fc.record({
    workingDay: fc.integer({ min: 1, max: 9 }),
    startingHour: clock,
    endingHour: fc.oneof(clock, fc.constant('24:00')),
  }),
  { maxLength: 5 },
);

const questions = fc
  .record({
    place: fc.constantFrom(...places),
    nowMinute: fc.integer({ min: -3000, max: 3000 }),
    horizonDays: fc.constantFrom(0, 1, 2, 30),
    durationMinutes: fc.constantFrom(7, 15, 20, 30, 45, 60, 90, 180),
    windows,
    busy: fc.array(fc.tuple(fc.integer({ min: -1500, max: 3000 }), fc.integer({ min: -10, max: 300 })), {
      maxLength: 6,
    }),
  })
  .map(({ place: [timezone, date], nowMinute, busy, ...rest }) => {
    const zone = createZone(timezone);
    const base = zone.midnight(date);
    const intervals = busy.map(([start, length]) => ({
      start: base + start * minuteMs,
      end: base + (start + length) * minuteMs,
    }));
    const dates = [-1, 0, 1].map((days) => Temporal.PlainDate.from(date).add({ days }).toString());
    return { ...rest, zone, dates, now: base + nowMinute * minuteMs, busy: intervals };
  });

it('offers what a minute-by-minute reading of the decision offers', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const expected = Object.fromEntries(question.dates.map((date) => [date, slowSlots(question, date)]));
      expect(offeredSlots(question)).toEqual(expected);
    }),
    { numRuns: 600 },
  );
}, 120_000);

it('offers as instants just what it offers as labels, and explains the same', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const offered = offeredSlots(question);
      for (const [date, candidates] of Object.entries(explainSlots(question))) {
        const free = candidates.filter(({ refusals }) => refusals.length === 0);
        expect(free.map(({ time }) => time)).toEqual(offered[date]);
        for (const { start, time, refusals } of candidates) {
          expect(isOffered(question, start)).toBe(refusals.length === 0);
          if (refusals.length === 0) expect(question.zone.toMs(`${date}T${time}`)).toBe(start);
        }
      }
    }),
    { numRuns: 300 },
  );
}, 120_000);

it('never offers a label twice', () => {
  fc.assert(
    fc.property(questions, (question) => {
      for (const times of Object.values(offeredSlots(question))) {
        expect(new Set(times).size).toBe(times.length);
      }
    }),
  );
});
