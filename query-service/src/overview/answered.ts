import type { OverviewSurveys } from '@visita/contracts/overview/views';
import { countDays, inScope } from './counts.ts';

const counted = {
  name: 'overview-surveys',
  text: `select count(*)::int as answers
    from read.bookings b
    where ${inScope('b')} and ($4::uuid is null or b.pro_id = $4)
      and b.starts_at > $5::date - 1 and b.starts_at < $6::date + 2
      and (b.starts_at at time zone b.timezone)::date between $5::date and $6::date
      and exists (select from read.surveys s where s.booking_id = b.booking_id)`,
};

/** Counts the visits of some days about which the patient answered the questions after the visit. */
export const readAnswered = countDays<OverviewSurveys>(counted);
