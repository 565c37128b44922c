import type { Pool } from 'pg';
import type { OverviewMissed } from '@visita/contracts/overview/views';
import { shown } from '@visita/read-model/booking/queries';
import { select } from '@visita/read-model/query';
import { type Days, inScope, localDay, near, type Scope, spanOf } from './counts.ts';

const clock = 'b.starts_at at time zone b.timezone';
/** The fewest days between booking and start of the kind that a booking is of. */
const lead = `case when b.starts_at - b.placed_at < interval '1 day' then '0'
  when b.starts_at - b.placed_at < interval '7 days' then '1'
  when b.starts_at - b.placed_at < interval '14 days' then '7'
  when b.starts_at - b.placed_at < interval '28 days' then '14' else '28' end`;
// A mail that was about a patient is gone with them, and counts no more.
const reminded = `exists (select from notifier.outbox m
  where m.series = b.booking_id::text and m.name = 'reminder' and m.state = 'sent')`;

const missed = {
  name: 'overview-missed',
  text: `select kind as by, name as of, count(*) filter (where attendance = 'attended')::int as attended,
      count(*) filter (where attendance = 'missed')::int as missed,
      count(*) filter (where attendance = 'excused')::int as excused
    from (
      select b.attendance, b.service_name, ${localDay} as day, date_part('isodow', ${clock})::int as weekday,
        date_part('hour', ${clock})::int as hour, ${lead} as lead, ${reminded} as reminded
      from read.bookings b
      where ${inScope} and ${near('5')} and ($4::uuid is null or b.pro_id = $4) and ${shown('b')}
        and b.attendance in ('attended', 'missed', 'excused')
      offset 0
    ) said
    cross join lateral (values
      (1, 'weekday', weekday, weekday::text), (2, 'hour', hour, hour::text), (3, 'service', 0, service_name),
      (4, 'lead', lead::int, lead), (5, 'reminded', 0, reminded::text)
    ) kinds (turn, kind, number, name)
    where day between $5::date and $6::date
    group by turn, kind, number, name order by turn, number, name`,
};

/** How many came and how many did not, by weekday, hour, service, time since booking and reminder. */
export const readMissed = (
  pool: Pool,
  scope: Scope,
  { professionalId, from, to }: Days & { readonly professionalId: string | null },
) => select<OverviewMissed>(pool, missed, [...spanOf(scope), professionalId, from, to]);
