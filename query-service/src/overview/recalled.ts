import type { OverviewRecalls } from '@visita/contracts/overview/views';
import { countDays, inScope } from './counts.ts';

const counted = {
  name: 'overview-recalls',
  text: `select count(*)::int as invited, count(*) filter (where r.ended = 'booked')::int as booked
    from read.recalls r join read.clinics c on c.clinic_id = r.clinic_id
    where ${inScope('r')} and ($4::uuid is null or r.pro_id = $4) and r.ended is distinct from 'not-sent'
      and r.made_at > $5::date - 1 and r.made_at < $6::date + 2
      and (r.made_at at time zone c.timezone)::date between $5::date and $6::date`,
};

/** Counts the invitations to a next visit that were sent on some days, and those after which a visit was booked. */
export const readRecalled = countDays<OverviewRecalls>(counted);
