import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { patientRecords, presentNumber } from '@visita/read-model/booking/queries';
import { choseSql } from '@visita/read-model/messages/choices';

const { quietHours } = defaultMessageSettings;

/** Time from the beginning of the day on which the quiet hours begin until they end. */
const quietEnd = `(q.until::interval + case when q.until > q.begins then interval '0' else interval '1 day' end)`;

/**
 * Steps of plans whose visits are confirmed and ahead, and that may be due by $1: quiet hours move them to their
 * beginning. The exact instant is computed in code; changes of clocks move it within two hours.
 */
export const dueSql = `
  with step as materialized (
    select p.pro_id, e.value as step, e.value ->> 'clinicServiceId' as service, (e.value ->> 'before')::interval as before,
      (e.value ->> 'at')::time as at, (e.value ->> 'before') || coalesce('@' || (e.value ->> 'at'), '') as name,
      array(select o ->> 'clinicServiceId' from jsonb_array_elements(p.steps::jsonb) o
        where o ->> 'clinicServiceId' is not null) as own, m.settings, m.sender,
      q.begins::interval as quiet, ${quietEnd} + interval '2 hours' as loud,
      (e.value ->> 'before')::interval + case when e.value ->> 'at' is null then interval '0' else interval '1 day' end
        + case when q.begins is null then interval '2 hours' else interval '27 hours' end as ahead
    from read.reminder_plans p
    left join read.message_settings m on m.pro_id = p.pro_id
    cross join lateral jsonb_array_elements(p.steps::jsonb) e
    cross join lateral (select coalesce(m.settings::jsonb -> 'quietHours', '${JSON.stringify(quietHours)}') as hours) h
    left join lateral (select (h.hours ->> 'from')::time as begins, (h.hours ->> 'until')::time as until) q
      on q.begins <> q.until and (e.value ->> 'channel' <> 'mail' or (h.hours ->> 'mails')::boolean)
  )
  select b.booking_id as "bookingId", b.pro_id as "proId", b.clinic_id as "clinicId", b.patient_id as "patientId",
    b.contact_id as "contactId", b.starts_at as start, b.timezone, s.step, s.settings, s.sender
  from step s
  join read.bookings b on b.pro_id = s.pro_id and b.status = 'confirmed'
    and b.starts_at > $1 and b.starts_at < $1 + s.ahead
  cross join lateral (select case when s.at is null then (b.starts_at at time zone b.timezone - s.before)
      else (b.starts_at at time zone b.timezone)::date - s.before + s.at end as local offset 0) step_at
  cross join lateral (select date_trunc('day', step_at.local) as today) day
  cross join lateral (select case
      when step_at.local < day.today - interval '1 day' + s.loud then day.today - interval '1 day' + s.quiet
      when step_at.local >= day.today + s.quiet and step_at.local < day.today + s.loud then day.today + s.quiet
      else step_at.local end at time zone b.timezone as about) due
  where due.about < $1 + interval '2 hours'
    and (s.service = b.clinic_service_id or (s.service is null and b.clinic_service_id <> all(s.own)))
    and not exists (select from notifier.planned n
      where n.about = b.booking_id::text and n.visit_at = b.starts_at and n.step = s.name)
  order by due.about limit $2`;

const choice = (chosen: 'texts' | 'stopped'): string =>
  choseSql(chosen, 'coalesce(b.contact_id, b.patient_id)');

/** SQL of why the person who gets the mails of a booking may get none; null if they may. Needs {@link visits}. */
export const person = `case when p.erased or t.erased then 'erased' when p.restricted or t.restricted then 'restricted'
    when ${choice('stopped')} then 'stopped' end`;

/** Joins the records and settings of bookings `b`. */
export const visits = `
  from read.bookings b
  left join read.pros d on d.pro_id = b.pro_id
  left join read.reminder_plans r on r.pro_id = b.pro_id
  left join read.message_settings m on m.pro_id = b.pro_id
  ${patientRecords}
  left join read.patients t on t.patient_id = b.contact_id`;

/** The visit of a reminder, as it is now. */
export const visitSql = `
  select b.status, b.starts_at as start, b.timezone, b.clinic_service_id as "serviceId", b.pro_id as "proId",
    b.set_at as "setAt", b.sequence, b.email, ${person} as blocked, ${choice('texts')} as texts,
    ${presentNumber('prefix')} as prefix, ${presentNumber('phone')} as phone,
    coalesce(d.reminder_booking_email, false) as reminds, r.steps, m.settings, m.sender
  ${visits} where b.booking_id = $1`;

/** Visits of one person at a clinic that a reminder names together, in order: on one local day, still ahead. */
export const sameDaySql = `
  select b.booking_id as "bookingId", b.starts_at as start, b.pro_id as "proId"
  ${visits}
  where b.clinic_id = $1 and b.status = 'confirmed' and b.starts_at >= $2 and b.starts_at < $3 and b.starts_at > $4
    and (b.booking_id = $6 or lower(b.email) = lower($5)) and d.reminder_booking_email and r.steps is not null and ${person} is null
  order by b.starts_at, b.booking_id limit 20`;

/** Whether more messages of the day named the visit than reminders of its own were left out for them. */
export const mergedSql = `
  select (select count(*) from notifier.planned where clinic_id = $1 and sent_on = $2 and purpose = 'reminder'
      and about <> $3 and covers @> array[$4] and state in ('sending', 'sent'))
    > (select count(*) from notifier.planned where about = $3 and visit_at = $5 and reason = 'merged'
      and settled_at >= $6) as merged`;

/** A later step of the same visit that is due as well. */
export const supersededSql = `
  select from notifier.planned where about = $1 and visit_at = $2 and state = 'waiting' and due > $3 and due <= $4`;

/** The reminder without a plan, sent at most twelve hours before the step was due, or in delivery. */
export const oldReminderSql = `
  select from notifier.outbox where queue = 'mail' and job_id = $1
    and (state = 'claimed' or (state = 'sent' and settled_at > $2::timestamptz - interval '12 hours'))`;
