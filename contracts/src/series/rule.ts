import { z } from 'zod';
import { addDays, weekdayOf } from '../availability/zones.ts';
import { requestDateTime, requestDay, weekday } from '../fields.ts';

/** Maximum number of dates in a series. */
export const seriesMaximum = 52;
/** Maximum number of dates that one pro plans in series in a day. */
export const seriesDatesPerDay = 520;

const intervalMaximum = { week: 52, month: 12 } as const;
const tooFar = `must be at most ${intervalMaximum.week} weeks or ${intervalMaximum.month} months`;

const fields = z.strictObject({
  /** Local start of the first visit; the others start at the same time of day. */
  first: requestDateTime,
  unit: z.enum(['week', 'month']),
  every: z.int().min(1).max(intervalMaximum.week, tooFar),
  /** Days of the week, for weeks only; the weekday of `first` always belongs to them. */
  weekdays: z.array(weekday).max(7).default([]),
  count: z.int().min(1).max(seriesMaximum).optional(),
  /** Last possible day. */
  until: requestDay.optional(),
});
export type RepeatRule = z.infer<typeof fields>;

/** Rule of repeated visits: every `every` weeks or months, from `first` on. */
export const repeatRule = fields
  .refine(({ unit, every }) => every <= intervalMaximum[unit], {
    path: ['every'],
    error: tooFar,
  })
  .refine(({ unit, weekdays }) => unit === 'week' || weekdays.length === 0, {
    path: ['weekdays'],
    error: 'only a rule in weeks has weekdays',
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    path: ['count'],
    error: 'give either count or until',
  })
  .refine(({ first, until }) => until === undefined || until >= first.slice(0, 10), {
    path: ['until'],
    error: 'must not be before the first date',
  })
  .refine((rule) => rule.until === undefined || daysOf(rule).length <= seriesMaximum, {
    path: ['until'],
    error: `must leave at most ${seriesMaximum} dates`,
    // Dates of another rule may not exist, or be too many to count.
    when: ({ issues }) => issues.length === 0,
  });

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the same weekday of the month some months later; a fifth weekday becomes the last of its month. */
const sameWeekdayLater = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const later = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const [laterYear = 0, laterMonth = 0] = later.split('-').map(Number);
  const toWeekday = (weekdayOf(day) - weekdayOf(later) + 7) % 7;
  const nth = toWeekday + Math.floor((date - 1) / 7) * 7;
  return addDays(later, nth < daysInMonth(laterYear, laterMonth) ? nth : nth - 7);
};

function* daysByMonth({ first, every }: RepeatRule): Generator<string> {
  const day = first.slice(0, 10);
  for (let months = 0; ; months += every) yield sameWeekdayLater(day, months);
}

function* daysByWeek({ first, every, weekdays }: RepeatRule): Generator<string> {
  const begin = first.slice(0, 10);
  const own = weekdayOf(begin);
  const wanted = [...new Set([...weekdays, own])].toSorted((one, other) => one - other);
  for (let monday = addDays(begin, 1 - own); ; monday = addDays(monday, 7 * every))
    for (const one of wanted) {
      const day = addDays(monday, one - 1);
      if (day >= begin) yield day;
    }
}

/** Returns the days of a rule in order; at most one more than a series may have. */
const daysOf = (rule: RepeatRule): string[] => {
  const days: string[] = [];
  const { count = seriesMaximum + 1, until = '9999-12-31' } = rule;
  for (const day of rule.unit === 'week' ? daysByWeek(rule) : daysByMonth(rule)) {
    if (day > until || days.length === count) break;
    days.push(day);
  }
  return days;
};

/** Returns the local starts of a rule, `YYYY-MM-DDTHH:mm`, in order. */
export const datesOf = (rule: RepeatRule): string[] =>
  daysOf(rule).map((day) => `${day}T${rule.first.slice(11, 16)}`);
