import type { Pool } from 'pg';
import type { OverviewMissed } from '@visita/contracts/overview/views';
import { select } from '@visita/read-model/query';
import { clockOf, isAttendanceRecorded } from '@visita/read-model/overview/sums';
import { type CountedDays, inScope, type Scope, scopeValues } from './counts.ts';

// Erasing a patient deletes the mails about them, so those visits count as not reminded. `offset 0` keeps the planner
// from reading all messages of all clinics.
const reminded = `(exists (select from notifier.outbox m
    where m.series = b.booking_id::text and m.name = 'reminder' and m.state = 'sent' offset 0)
  or exists (select from notifier.planned p where p.about = b.booking_id::text and p.purpose = 'reminder'
    and (p.state in ('sent', 'delivered') or p.reason = 'merged') offset 0))`;

/**
 * The clinic's zone matters only at both ends of the range; converting every visit of a year doubles the
 * time.
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
        and ($4::uuid is null or b.pro_id = $4) and ${isAttendanceRecorded('b')}
      offset 0
    ) said
    where counts group by 2 order by 2`,
};

/** Counts attendance with and without a mailed reminder. */
export const readReminded = (pool: Pool, scope: Scope, { professionalId, from, to }: CountedDays) =>
  select<OverviewMissed>(pool, missed, [...scopeValues(scope), professionalId, from, to]);
