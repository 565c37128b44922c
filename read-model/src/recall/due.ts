import { recallEndingTags, recallListedMonths } from '@visita/contracts/recall/rules';
import { allowsTexts } from '../messages/choices.ts';
import { shown } from '../booking/queries.ts';
import { keptId, recordIds } from '../patient/merged.ts';

const after = (start: string, months: string): string => `${start} + make_interval(months => ${months})`;

/** Returns the SQL for whether a patient has a tag, an SQL expression in lower case. */
const hasTag = (tags: string, tag: string): string =>
  `exists (select from jsonb_array_elements_text(${tags}::jsonb) x where lower(x) = ${tag})`;

const endingTags = recallEndingTags.map((tag) => `'${tag}'`).join(', ');

/** Returns the SQL for whether a person, by a column, wants no invitations. */
export const refusesRecalls = (column: string): string => `exists (select from read.message_choices x
  where x.patient_id = any(${recordIds(column)}) and (x.stopped or not x.recalls))`;

/** Returns the SQL for whether a patient has a tag that ends recalls. */
export const isTaggedOut = (tags: string): string =>
  `coalesce(exists (select from jsonb_array_elements_text(${tags}::jsonb) x where lower(x) in (${endingTags})), false)`;

/** Returns the SQL for the person who gets the messages of a patient. */
export const recipientOf = (patient: string): string =>
  `coalesce(${keptId(`${patient}.responsible_id`)}, ${patient}.patient_id)`;

/**
 * Patients of the clinic $1 who are due for a next visit by a rule of their professional ($2, or any if null) at $3,
 * with the first rule that fits. Reads each professional's visits of the months that the rules look back, not the
 * whole history.
 */
export const dueRecalls = `
  with rule as materialized (
    select r.pro_id, e.nth, e.rule ->> 'clinicServiceId' as service, (e.rule ->> 'months')::int as months,
      lower(e.rule ->> 'tag') as tag, (e.rule ->> 'treatment')::boolean as treatment,
      (e.rule ->> 'automatic')::boolean as automatic
    from read.recall_rules r cross join lateral jsonb_array_elements(r.rules::jsonb) with ordinality e(rule, nth)
    where r.pro_id = any(array(select h.pro_id from read.hubs h where h.clinic_id = $1 and h.status = 'active'
        and ($2::uuid is null or h.pro_id = $2)))
      and (e.rule ->> 'clinicServiceId' is null or starts_with(e.rule ->> 'clinicServiceId', $1::text))
  ), visit as materialized (
    select b.pro_id, coalesce(a.merged_into, b.patient_id) as patient_id, b.clinic_id, b.clinic_service_id,
      max(b.starts_at) as last
    from (select pro_id, max(months) as months from rule group by pro_id) m
    join read.bookings b on b.pro_id = m.pro_id
      and b.starts_at > $3::timestamptz - make_interval(months => m.months + ${recallListedMonths})
      and ${shown('b')} and b.attendance not in ('missed', 'excused')
    left join read.patients a on a.patient_id = b.patient_id and a.merged_into is not null
    group by 1, 2, 3, 4
  ), person as (
    select pro_id, patient_id, max(last) as last from visit group by 1, 2
  ), due as (
    select distinct on (v.pro_id, v.patient_id) v.*, n.last as latest, r.months, r.treatment, r.automatic,
      ${after('v.last', 'r.months')} as since, p.name, p.prefix, p.phone, p.corrected, p.email as own_email,
      ${recipientOf('p')} as recipient_id
    from rule r
    join visit v on v.pro_id = r.pro_id and v.clinic_id = $1 and (r.service is null or v.clinic_service_id = r.service)
    join person n on n.pro_id = v.pro_id and n.patient_id = v.patient_id and n.last <= $3
    join read.patients p on p.patient_id = v.patient_id and p.name is not null and not p.erased and not p.restricted
      and p.suspended is null and p.merged_into is null
    where ${after('v.last', 'r.months')} <= $3 and ${after('v.last', `r.months + ${recallListedMonths}`)} > $3
      and (r.service is not null or v.last = n.last)
      and (r.tag is null or (p.tags is not null and ${hasTag('p.tags', 'r.tag')}))
      and not ${isTaggedOut('p.tags')}
    order by v.pro_id, v.patient_id, r.nth, v.last desc
  ), told as (
    select d.*, coalesce(q.email, d.own_email) as email,
      coalesce(q.email, d.own_email) is not null or (d.recipient_id = d.patient_id
        and exists (select from read.message_settings m where m.pro_id = d.pro_id and m.settings::jsonb ->> 'provider' is not null)
        and ${allowsTexts('d.patient_id', 'd')}) as reachable
    from due d
    left join read.patients q on q.patient_id = d.recipient_id and q.patient_id <> d.patient_id
    where coalesce(not q.erased and not q.restricted, true) and not ${refusesRecalls('d.recipient_id')}
  )`;

/** Returns the SQL for the booking of a patient at a time, as columns of `b`. */
export const bookingAt = (row: string, start: string): string => `
  (select o.booking_id, o.service_name, o.timezone, o.clinic_service_id from read.bookings o
    where o.pro_id = ${row}.pro_id and o.starts_at = ${row}.${start} and ${shown('o')}
      and o.patient_id = any(${recordIds(`${row}.patient_id`)})
    order by o.booking_id limit 1)`;
