import type { OverviewWaiting } from '@visita/contracts/overview/views';
import { countDays, inScope } from './counts.ts';

const counted = {
  name: 'overview-waiting',
  text: `select count(*)::int as filled
    from (
      select clinic_id, filled_pro_id as pro_id, filled_starts_at as starts_at, timezone
      from read.waiting_entries where state = 'ended'
    ) w
    where ${inScope('w')} and ($4::uuid is null or w.pro_id = $4)
      and w.starts_at > $5::date - 1 and w.starts_at < $6::date + 2
      and (w.starts_at at time zone w.timezone)::date between $5::date and $6::date`,
};

/** Counts the times of some days that people on the waiting list took. */
export const readFilled = countDays<OverviewWaiting>(counted);
