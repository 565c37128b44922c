import { saidAttendance } from '@visita/contracts/booking/attendance';
import { among } from '@visita/platform/projection/table';
import { cancelledLate, shown } from '../booking/queries.ts';
import { daysOfStretch, firstDay } from './tables.ts';

/** Returns the SQL for the start of an alias's booking in the clinic's local time. */
export const clockOf = (alias: string): string => `${alias}.starts_at at time zone ${alias}.timezone`;

/** Returns the SQL for the number of the local day on which the booking starts. */
export const dayOf = (alias: string): string => `((${clockOf(alias)})::date - date '${firstDay}')`;

export const isAttendanceRecorded = (alias: string): string =>
  `${shown(alias)} and ${among(`${alias}.attendance`, saidAttendance.options)}`;

/** Returns the SQL for the lead time class of the booking, by its minimum of days. */
const lead = (alias: string) => {
  const ahead = `${alias}.starts_at - ${alias}.placed_at`;
  return `case when ${ahead} < interval '1 day' then '0' when ${ahead} < interval '7 days' then '1'
    when ${ahead} < interval '14 days' then '7' when ${ahead} < interval '28 days' then '14' else '28' end`;
};

/**
 * Returns the SQL for the local minute of the week. Durations are elapsed minutes, also on clock
 * changes.
 */
const minuteOfWeek = (alias: string) =>
  `((${dayOf(alias)} % 7) * 1440 + date_part('hour', ${clockOf(alias)}) * 60 + date_part('minute', ${clockOf(alias)}))::int`;

/** Returns an SQL condition: the booking counts in some figure. */
export const counts = (alias: string): string =>
  `(${shown(alias)} or (${alias}.status = 'cancelled' and ${alias}.confirm_by is null))`;

const stretches = `cross join lateral (values (1, day), (${daysOfStretch}, day / ${daysOfStretch})) stretch (days, nth)`;

/**
 * Returns the SQL for the sums of added (sign 1) and removed (−1) bookings; `rows` selects them with all
 * columns.
 */
export const sumsOf = (rows: string) => ({
  days: `
    select clinic_id, day, pro_id, sum(sign * (status <> 'cancelled')::int)::int as bookings,
      sum(sign * (status = 'orfan')::int)::int as orphaned, 0 as new_patients,
      sum(sign * (status = 'cancelled')::int)::int as cancelled, sum(sign * late::int)::int as cancelled_late,
      sum(sign * case when status = 'confirmed' then duration else 0 end)::int as booked_minutes
    from (select b.*, ${dayOf('b')} as day, ${cancelledLate('b')} as late from (${rows}) b where ${counts('b')}) counted
    group by 1, 2, 3`,
  hours: `
    select clinic_id, days, nth, pro_id, hour % 168 as hour,
      sum(sign * (least(minute + duration, hour * 60 + 60) - greatest(minute, hour * 60)))::int as minutes
    from (select b.*, ${dayOf('b')} as day, ${minuteOfWeek('b')} as minute from (${rows}) b where b.status = 'confirmed') booked
    cross join lateral generate_series(minute / 60, (minute + duration - 1) / 60) hours (hour)
    ${stretches} group by 1, 2, 3, 4, 5`,
  said: `
    select clinic_id, days, nth, pro_id, kind, name, sum(sign * (attendance = 'attended')::int)::int as attended,
      sum(sign * (attendance = 'missed')::int)::int as missed, sum(sign * (attendance = 'excused')::int)::int as excused
    from (
      select b.*, ${dayOf('b')} as day, ${clockOf('b')} as clock, ${lead('b')} as lead from (${rows}) b where ${isAttendanceRecorded('b')}
    ) said
    cross join lateral (values ('weekday', date_part('isodow', clock)::text), ('hour', date_part('hour', clock)::text),
      ('service', coalesce(service_list::json -> 0 ->> 'service', service_name)), ('lead', lead)) kinds (kind, name)
    ${stretches} group by 1, 2, 3, 4, 5, 6`,
});
