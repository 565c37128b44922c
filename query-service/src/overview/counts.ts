import type { Pool } from 'pg';
import { addDays } from '@visita/contracts/availability/zones';
import type { BookingStatus } from '@visita/contracts/booking/status';
import type { OverviewFigures } from '@visita/contracts/overview/views';
import { cancelledLate, shown } from '@visita/read-model/booking/queries';
import { select } from '@visita/read-model/query';

/** Whose bookings are counted: those of whole clinics, and in others only one professional's. */
export type Scope = {
  readonly wholeClinics: readonly string[];
  readonly ownClinics: readonly string[];
  readonly proId: string;
};

/** Local days, both inclusive, and the first of as many days before them. */
export type Days = { readonly before: string; readonly from: string; readonly to: string };

export type Counts = Pick<
  OverviewFigures,
  'bookings' | 'orphaned' | 'new_patients' | 'cancelled' | 'cancelled_late'
> & {
  readonly booked_minutes: number;
};

/** Counts of one professional in one week, told by its Monday; `previous` in the days before. */
export type WeekCounts = Counts & {
  readonly pro_id: string;
  readonly week: string;
  readonly previous: boolean;
};

// Weeks are numbered from a Monday. A day more on each side: whose days they are depends on each booking's zone.
const firstMonday = '2001-01-01';
/** Bookings of a {@link Scope}, whose values stand first. */
export const inScope = `(b.clinic_id = any($1::uuid[]) or (b.clinic_id = any($2::uuid[]) and b.pro_id = $3))`;
/** Bookings around the days from a value on. */
export const near = (from: string) => `b.starts_at > $${from}::date - 1 and b.starts_at < $6::date + 2`;
/** The day of a booking on its clinic's calendar. */
export const localDay = '(b.starts_at at time zone b.timezone)::date';
const weekAndPeriod = `(day - date '${firstMonday}') / 7 as week, day < $5::date as previous`;
const withinDays = 'day between $4::date and $6::date';

const byStatus = {
  name: 'overview-by-status',
  text: `select pro_id, ${weekAndPeriod}, status, count(*)::int as count, sum(duration)::int as minutes,
      count(*) filter (where late)::int as late
    from (
      select b.pro_id, b.status, b.duration, ${localDay} as day, ${cancelledLate('b')} as late from read.bookings b
      where ${inScope} and ${near('4')} and (${shown('b')}
        or (b.status = 'cancelled' and b.confirm_by is null))
      offset 0
    ) counted
    where ${withinDays} group by 1, 2, 3, 4`,
};

/**
 * Each patient once, where their first booking with the professional falls into the days. `offset 0` keeps the planner
 * from walking the professional's history instead of the patient's.
 */
const newPatients = {
  name: 'overview-new-patients',
  text: `select pro_id, ${weekAndPeriod}, count(*)::int as count
    from (
      select seen.pro_id, seen.day
      from (
        select b.pro_id, b.patient_id, min(b.starts_at) as first, min(${localDay}) as day
        from read.bookings b
        where ${inScope} and ${near('4')} and ${shown('b')} group by 1, 2
      ) seen
      where not exists (
        select from (
          select e.pro_id from read.bookings e
          where e.patient_id = seen.patient_id and e.starts_at < seen.first and ${shown('e')}
          offset 0
        ) earlier
        where earlier.pro_id = seen.pro_id)
    ) firsts
    where ${withinDays} group by 1, 2, 3`,
};

// The epoch was a Thursday. An hour that the clock repeats or skips is as long as it says.
const bookedMinutes = {
  name: 'overview-booked-minutes',
  text: `select minute, duration, count(*)::int as count
    from (
      select b.duration, ${localDay} as day,
        ((date_part('epoch', b.starts_at at time zone b.timezone)::bigint / 60 + 3 * 1440) % 10080)::int as minute
      from read.bookings b
      where ${inScope} and ${near('5')} and b.status = 'confirmed' and ($4::uuid is null or b.pro_id = $4)
      offset 0
    ) booked
    where day between $5::date and $6::date group by 1, 2`,
};

type StatusRow = Pick<WeekCounts, 'pro_id' | 'previous'> & {
  readonly week: number;
  readonly status: BookingStatus;
  readonly count: number;
  readonly minutes: number;
  readonly late: number;
};
type NewRow = Omit<StatusRow, 'status' | 'minutes' | 'late'>;

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

const countsOf = ({ status, count, minutes, late }: StatusRow): Counts => {
  if (status === 'cancelled') return { ...noCounts, cancelled: count, cancelled_late: late };
  if (status === 'orfan') return { ...noCounts, bookings: count, orphaned: count };
  return { ...noCounts, bookings: count, booked_minutes: minutes };
};

/** The values of {@link inScope}. */
export const spanOf = ({ wholeClinics, ownClinics, proId }: Scope) => [wholeClinics, ownClinics, proId];

/** Counts of the days and of those before, by professional and week; weeks without any are absent. */
export const readWeekCounts = async (pool: Pool, scope: Scope, days: Days): Promise<WeekCounts[]> => {
  const values = [...spanOf(scope), days.before, days.from, days.to];
  const [statuses, firsts] = await Promise.all([
    select<StatusRow>(pool, byStatus, values),
    select<NewRow>(pool, newPatients, values),
  ]);
  const place = ({ pro_id, week, previous }: NewRow) => ({
    pro_id,
    week: addDays(firstMonday, week * 7),
    previous,
  });
  return [
    ...statuses.map((row) => ({ ...place(row), ...countsOf(row) })),
    ...firsts.map((row) => ({ ...place(row), ...noCounts, new_patients: row.count })),
  ];
};

/** How many confirmed bookings of a duration began at a minute of the week, of everybody or of one professional. */
export const readBookedMinutes = (
  pool: Pool,
  scope: Scope,
  { professionalId, ...days }: Days & { readonly professionalId: string | null },
) =>
  select<{ minute: number; duration: number; count: number }>(pool, bookedMinutes, [
    ...spanOf(scope),
    professionalId,
    days.from,
    days.to,
  ]);
