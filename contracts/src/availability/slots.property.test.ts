import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { explainSlots } from './explain.ts';
import type { SlotQuestion } from './question.ts';
import { isOffered, offeredSlots } from './slots.ts';
import { weekdaysOf } from './windows.ts';
import { createZone, msOf } from './zones.ts';

const minuteMs = 60_000;

/** Runs of consecutive marked minutes, as half-open pairs. */
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

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

const countsOn = (window: SlotQuestion['windows'][number], date: Temporal.PlainDate): boolean => {
  const { workingDay, validFrom, validUntil, everyWeeks, anchorMonday } = window;
  const day = date.toString();
  if (!weekdaysOf[workingDay]?.includes(date.dayOfWeek)) return false;
  if ((validFrom && day < validFrom) || (validUntil && day > validUntil)) return false;
  if (!everyWeeks || !anchorMonday) return true;
  const days = mondayOf(Temporal.PlainDate.from(anchorMonday)).until(mondayOf(date)).days;
  return days % (7 * everyWeeks) === 0;
};

const wallMinutes = (date: Temporal.PlainDate, question: SlotQuestion): Set<number> => {
  const marked = new Set<number>();
  const set = question.dayHours?.find((day) => day.date === date.toString());
  for (const window of set?.windows ?? question.windows.filter((one) => countsOn(one, date))) {
    const { startingHour, endingHour } = window;
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
  for (const [start, end] of runsOf(wallMinutes(date, question))) {
    for (let minute = instantOf(start); minute < instantOf(end); minute += 1) worked.add(minute);
  }
  return worked;
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Real minutes that are taken, separately for visits and for buffers. */
const minutesTaken = ({ busy }: SlotQuestion) => {
  const isIn = (minute: number, { start, end }: SlotQuestion['busy'][number]) =>
    end > start && start < (minute + 1) * minuteMs && end > minute * minuteMs;
  return {
    isOccupied: (minute: number) => busy.some((one) => !one.admitsBuffers && isIn(minute, one)),
    isTaken: (minute: number) => busy.some((one) => isIn(minute, one)),
  };
};

type Taken = ReturnType<typeof minutesTaken>;

const startsOf = (question: SlotQuestion, { isOccupied }: Taken, [from, to]: [number, number]): number[] => {
  const { durationMinutes, stepMinutes, bufferBefore = 0, gapless } = question;
  const isStart = (at: number): boolean => {
    const endsBefore = isOccupied(at - bufferBefore - 1) && !isOccupied(at - bufferBefore);
    return (at - from) % (stepMinutes ?? durationMinutes) === 0 || (Boolean(gapless) && endsBefore);
  };
  return range(from, to).filter((at) => at + durationMinutes <= to && isStart(at));
};

const isFree = (question: SlotQuestion, { isOccupied, isTaken }: Taken, at: number): boolean => {
  const { durationMinutes, bufferBefore = 0, bufferAfter = 0 } = question;
  const end = at + durationMinutes;
  return !range(at, end).some(isTaken) && !range(at - bufferBefore, end + bufferAfter).some(isOccupied);
};

const leavesRest = (question: SlotQuestion, { isTaken }: Taken, at: number, run: [number, number]) => {
  const { durationMinutes, bufferBefore = 0, bufferAfter = 0, gapless } = question;
  let from = at;
  while (from > run[0] && !isTaken(from - 1)) from -= 1;
  let to = at + durationMinutes;
  while (to < run[1] && !isTaken(to)) to += 1;
  const rests = [at - bufferBefore - from, to - (at + durationMinutes + bufferAfter)];
  return gapless ? rests.some((rest) => rest > 0 && rest < gapless.shortestMinutes) : false;
};

/** Naive implementation of the slot rule, minute by minute. */
const slowSlots = (question: SlotQuestion, day: string): string[] => {
  const { timezone } = question.zone;
  const date = Temporal.PlainDate.from(day);
  const now = Temporal.Instant.fromEpochMilliseconds(msOf(question.now));
  const ahead = now.toZonedDateTimeISO(timezone).toPlainDate().until(date, { largestUnit: 'days' }).days;
  if (ahead < 0 || ahead > question.horizonDays) return [];
  const noticed = now.add({ hours: question.noticeHours ?? 0 }).epochMilliseconds;
  const taken = minutesTaken(question);
  const slots: string[] = [];
  for (const run of runsOf(workedMinutes(date, question))) {
    for (const at of startsOf(question, taken, run)) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(at * minuteMs).toZonedDateTimeISO(timezone);
      const label = zoned.toPlainTime().toString({ smallestUnit: 'minute' });
      const meant = date.toPlainDateTime(label).toZonedDateTime(timezone);
      const isAhead = at * minuteMs > msOf(question.now) && at * minuteMs >= noticed;
      if (!isAhead || !isFree(question, taken, at) || leavesRest(question, taken, at, run)) continue;
      if (meant.epochMilliseconds === at * minuteMs) slots.push(label);
    }
  }
  return slots;
};

/** A zone and a day near one of its clock changes. */
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

const placed = fc.integer({ min: -30, max: 30 });

type Refinements = Pick<
  Required<SlotQuestion>,
  'stepMinutes' | 'bufferBefore' | 'bufferAfter' | 'noticeHours' | 'gapless'
> & {
  readonly dated: readonly {
    from: number | null;
    until: number | null;
    everyWeeks: number | null;
    anchorMonday: number;
  }[];
  readonly set: readonly { day: number; windows: { startingHour: string; endingHour: string }[] }[];
};

/** Windows of some weeks, hours of single dates, and service rules. */
const refinements: fc.Arbitrary<Refinements> = fc.record({
  stepMinutes: fc.constantFrom(null, null, 5, 10, 45),
  bufferBefore: fc.constantFrom(0, 0, 5, 30),
  bufferAfter: fc.constantFrom(0, 0, 10, 90),
  noticeHours: fc.constantFrom(0, 0, 2, 24),
  gapless: fc.constantFrom(null, null, { shortestMinutes: 15 }, { shortestMinutes: 60 }),
  dated: fc.array(
    fc.record({
      from: fc.option(placed),
      until: fc.option(placed),
      everyWeeks: fc.constantFrom(null, 1, 2, 3),
      anchorMonday: placed,
    }),
    { maxLength: 5 },
  ),
  set: fc.array(
    fc.record({
      day: fc.constantFrom(-1, 0, 1),
      windows: fc.array(fc.record({ startingHour: clock, endingHour: clock }), { maxLength: 2 }),
    }),
    { maxLength: 1 },
  ),
});

const plain: Refinements = {
  stepMinutes: null,
  bufferBefore: 0,
  bufferAfter: 0,
  noticeHours: 0,
  gapless: null,
  dated: [],
  set: [],
};

const questions = fc
  .record({
    refined: fc.oneof(fc.constant<Refinements>(plain), refinements),
    place: fc.constantFrom(...places),
    nowMinute: fc.integer({ min: -3000, max: 3000 }),
    horizonDays: fc.constantFrom(0, 1, 2, 30),
    durationMinutes: fc.constantFrom(7, 15, 20, 30, 45, 60, 90, 180),
    windows,
    busy: fc.array(
      fc.tuple(fc.integer({ min: -1500, max: 3000 }), fc.integer({ min: -10, max: 300 }), fc.boolean()),
      { maxLength: 6 },
    ),
  })
  .map(({ place: [timezone, date], nowMinute, busy, refined: { dated, set, ...refined }, ...rest }) => {
    const zone = createZone(timezone);
    const base = zone.midnight(date);
    const dayAt = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
    const intervals = busy.map(([start, length, admitsBuffers]) => ({
      start: base + start * minuteMs,
      end: base + (start + length) * minuteMs,
      admitsBuffers,
    }));
    const held = rest.windows.map((window, index) => {
      const limits = dated[index];
      if (!limits) return window;
      const { from, until, everyWeeks, anchorMonday } = limits;
      return {
        ...window,
        validFrom: from === null ? null : dayAt(from),
        validUntil: until === null ? null : dayAt(until),
        everyWeeks,
        anchorMonday: dayAt(anchorMonday),
      };
    });
    return {
      ...rest,
      ...refined,
      zone,
      dates: [-1, 0, 1].map(dayAt),
      now: base + nowMinute * minuteMs,
      windows: held,
      dayHours: set.map(({ day, windows: hours }) => ({ date: dayAt(day), windows: hours })),
      busy: intervals,
    };
  });

it('offers the same slots as the naive implementation', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const expected = Object.fromEntries(question.dates.map((date) => [date, slowSlots(question, date)]));
      expect(offeredSlots(question)).toEqual(expected);
    }),
  );
}, 120_000);

it('offers the same slots as instants and as labels, and explains them consistently', () => {
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
