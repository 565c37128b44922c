import type { Pool } from 'pg';
import type { OverviewMissed } from '@visita/contracts/overview/views';
import { select } from '@visita/read-model/query';
import { clockOf, isSaid } from '@visita/read-model/overview/sums';
import { type Asked, inScope, type Scope, scopeValues } from './counts.ts';

// A mail that was about a patient is gone with them, and counts no more.
const reminded = `exists (select from notifier.outbox m
  where m.series = b.booking_id::text and m.name = 'reminder' and m.state = 'sent')`;

/**
 * Only at both ends it takes the clinic's clock to tell whether a visit is within the days: asking it of each visit of a
 * year takes half of the time.
 */
const within = (alias: string) => `(${alias}.starts_at between $5::date + 2 and $6::date - 1
  or (${clockOf(alias)})::date between $5::date and $6::date)`;

const missed = {
  name: 'overview-missed',
  text: `select 'reminded' as by, reminded::text as of, count(*) filter (where attendance = 'attended')::int as attended,
      count(*) filter (where attendance = 'missed')::int as missed,
      count(*) filter (where attendance = 'excused')::int as excused
    from (
      select b.attendance, ${within('b')} as counts, ${reminded} as reminded
      from read.bookings b
      where ${inScope('b')} and b.starts_at > $5::date - 1 and b.starts_at < $6::date + 2
        and ($4::uuid is null or b.pro_id = $4) and ${isSaid('b')}
      offset 0
    ) said
    where counts group by 2 order by 2`,
};

/** How many came and how many did not, of those whom a reminder reached by mail and of the others. */
export const readReminded = (pool: Pool, scope: Scope, { professionalId, from, to }: Asked) =>
  select<OverviewMissed>(pool, missed, [...scopeValues(scope), professionalId, from, to]);
