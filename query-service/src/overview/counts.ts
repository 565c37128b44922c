import type { Pool, QueryResultRow } from 'pg';
import { addDays } from '@visita/contracts/availability/zones';
import type { OverviewFigures, OverviewMissed } from '@visita/contracts/overview/views';
import { type Query, select, selectTogether, together } from '@visita/read-model/query';
import { daysOfStretch, firstDay } from '@visita/read-model/overview/tables';
import { type HoursOfWeek, hoursInWeek } from './working-time.ts';

/** Bookings to count: all bookings of some clinics, and one professional's bookings in others. */
export type Scope = {
  readonly wholeClinics: readonly string[];
  readonly ownClinics: readonly string[];
  readonly proId: string;
};

/** Local days, inclusive; `before` is the first of as many days before them. */
export type Days = { readonly before: string; readonly from: string; readonly to: string };

/** Days to count, of everyone or of one professional if filtering later is impossible. */
export type CountedDays = Days & { readonly professionalId: string | null };

export type Counts = Pick<
  OverviewFigures,
  'bookings' | 'orphaned' | 'new_patients' | 'cancelled' | 'cancelled_late'
> & {
  readonly booked_minutes: number;
};

/** Counts of one professional in one week, identified by its Monday; `previous` is for the days before. */
export type WeekCounts = Counts & {
  readonly pro_id: string;
  readonly week: string;
  readonly previous: boolean;
};

/** Returns the first parameters of every query with a {@link Scope}. */
export const scopeValues = ({ wholeClinics, ownClinics, proId }: Scope) => [
  [...wholeClinics, ...ownClinics],
  wholeClinics,
  proId,
];

/** Creates a read of the counts of some days: a statement that gives one row. */
export const countDays =
  <Row extends QueryResultRow>(counted: Query) =>
  async (pool: Pool, scope: Scope, { professionalId, from, to }: CountedDays): Promise<Row> => {
    const [row] = await select<Row>(pool, counted, [...scopeValues(scope), professionalId, from, to]);
    if (!row) throw new Error(`${counted.name} gave no row`);
    return row;
  };
/** Returns an SQL condition: rows of an alias within a {@link Scope}, whose parameters come first. */
export const inScope = (alias: string) =>
  `${alias}.clinic_id = any($1::uuid[]) and (${alias}.clinic_id = any($2::uuid[]) or ${alias}.pro_id = $3::uuid)`;

const ofChosen = '($4::uuid is null or s.pro_id = $4)';
/**
 * Returns the sums of a table over the requested days. `offset 0` makes PostgreSQL look up each range by
 * index.
 */
const within = (table: string, columns: string) => `
  from unnest($8::int[], $9::int[], $10::int[]) range (of_days, first, last)
  cross join lateral (
    select ${columns} from read.${table} s
    where ${inScope('s')} and ${ofChosen} and s.days = range.of_days and s.nth between range.first and range.last
    offset 0
  ) kept`;

const sums = together('overview-sums', {
  weeks: `select s.pro_id, s.day / 7 as week, s.day < $6::int as previous, sum(s.bookings)::int as bookings,
      sum(s.orphaned)::int as orphaned, sum(s.new_patients)::int as new_patients, sum(s.cancelled)::int as cancelled,
      sum(s.cancelled_late)::int as cancelled_late, sum(s.booked_minutes)::int as booked_minutes
    from read.booked_days s
    where ${inScope('s')} and s.day between $5::int and $7::int group by 1, 2, 3`,
  hours: `select hour, sum(minutes)::int as minutes ${within('booked_hours', 'hour, minutes')} group by 1`,
  said: `select kind as by, name as of, sum(attended)::int as attended, sum(missed)::int as missed,
      sum(excused)::int as excused
    ${within('said_visits', 'kind, name, attended, missed, excused')} group by 1, 2
    order by array_position(array['weekday', 'hour', 'service', 'lead'], kind),
      case when kind = 'service' then 0 else name::int end, name`,
});

type Rows = {
  readonly weeks: Omit<WeekCounts, 'week'> & { readonly week: number };
  readonly hours: { readonly hour: number; readonly minutes: number };
  readonly said: OverviewMissed;
};

export const noCounts: Counts = {
  bookings: 0,
  orphaned: 0,
  new_patients: 0,
  cancelled: 0,
  cancelled_late: 0,
  booked_minutes: 0,
};

export const addCounts = (one: Counts, other: Counts): Counts => ({
  bookings: one.bookings + other.bookings,
  orphaned: one.orphaned + other.orphaned,
  new_patients: one.new_patients + other.new_patients,
  cancelled: one.cancelled + other.cancelled,
  cancelled_late: one.cancelled_late + other.cancelled_late,
  booked_minutes: one.booked_minutes + other.booked_minutes,
});

const dayMs = 86_400_000;
const numberOf = (day: string): number => (Date.parse(day) - Date.parse(firstDay)) / dayMs;

type Range = { readonly days: number; readonly first: number; readonly last: number };

/** Splits days into whole stretches, and single days around them. */
export const rangesOf = (from: number, to: number): Range[] => {
  const first = Math.ceil(from / daysOfStretch);
  const end = Math.floor((to + 1) / daysOfStretch);
  if (first >= end) return [{ days: 1, first: from, last: to }];
  return [
    { days: 1, first: from, last: first * daysOfStretch - 1 },
    { days: daysOfStretch, first, last: end - 1 },
    { days: 1, first: end * daysOfStretch, last: to },
  ];
};

/** Stored sums of bookings. */
export type Sums = {
  /** Counts by professional and week, for the requested and the previous days; weeks without bookings may be missing. */
  readonly weeks: readonly WeekCounts[];
  /** Minutes booked on the days. */
  readonly booked: HoursOfWeek;
  /** Attendance by every criterion except reminders. */
  readonly said: readonly OverviewMissed[];
};

export const readSums = async (
  pool: Pool,
  scope: Scope,
  { before, from, to, professionalId }: CountedDays,
): Promise<Sums> => {
  const [first, last] = [numberOf(from), numberOf(to)];
  const ranges = rangesOf(first, last);
  const { weeks, hours, said } = await selectTogether<Rows>(pool, sums, [
    ...scopeValues(scope),
    professionalId,
    numberOf(before),
    first,
    last,
    ranges.map(({ days }) => days),
    ranges.map((range) => range.first),
    ranges.map((range) => range.last),
  ]);
  const minutes = new Map(hours.map((row) => [row.hour, row.minutes]));
  return {
    weeks: weeks.map((row) => ({ ...row, week: addDays(firstDay, row.week * 7) })),
    booked: Array.from({ length: hoursInWeek }, (_, hour) => minutes.get(hour) ?? 0),
    said,
  };
};
