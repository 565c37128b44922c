export const plannedTable = `
  create table planned (
    id uuid primary key,
    purpose text not null,
    about text not null,
    step text,
    visit_at timestamptz,
    pro_id uuid not null,
    clinic_id uuid not null,
    subjects text[] not null,
    channel text not null check (channel in ('mail', 'sms', 'sms-else-mail')),
    due timestamptz not null,
    look_at timestamptz not null,
    not_after timestamptz not null,
    state text not null default 'waiting'
      check (state in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'dropped', 'skipped')),
    reason text,
    sent_by text check (sent_by in ('mail', 'sms')),
    sent_on date,
    recipients text[] not null default '{}',
    covers text[] not null default '{}',
    asks boolean not null default false,
    settled_at timestamptz,
    told boolean not null default false
  );
  create index planned_waiting on planned (look_at) where state = 'waiting';
  create index planned_sending on planned (id) where state = 'sending';
  create index planned_untold on planned (settled_at) where not told and settled_at is not null;
  create index planned_by_about on planned (about);
  create index planned_by_day on planned (clinic_id, sent_on) where sent_on is not null;
  create index planned_recalls on planned (pro_id, not_after) where purpose = 'recall';
  create index planned_old on planned (not_after);
  create index planned_by_subject on planned using gin (subjects)`;

const columns = `id, purpose, about, step, visit_at as "visitAt", pro_id as "proId", clinic_id as "clinicId", subjects,
  channel, due, not_after as "notAfter", state, reason, sent_by as "sentBy", settled_at as "settledAt", covers`;

export const planSql = `
  insert into notifier.planned (id, purpose, about, step, visit_at, pro_id, clinic_id, subjects, channel, due, look_at,
    not_after)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11
  where not exists (select from notifier.forgotten where subject = any($8))
  on conflict do nothing`;

export const withdrawSql = `
  update notifier.planned set
    state = case state when 'waiting' then 'dropped' else state end,
    reason = case state when 'waiting' then 'withdrawn' else reason end,
    settled_at = coalesce(settled_at, case state when 'waiting' then $2::timestamptz end),
    not_after = least(not_after, $2)
  where id = $1`;

export const forgetSql = 'delete from notifier.planned where subjects @> array[$1]';

/** Messages to decide now, the latest step of a visit first. */
export const waitingSql = `
  select ${columns} from notifier.planned
  where state = 'waiting' and look_at <= $1 and purpose = any($2)
  order by look_at, due desc, id limit $3`;

/** One sending process decides at a time: two would both take the last place under a cap. */
export const lockSql = "select pg_advisory_xact_lock(hashtext('notifier.planned'))";

export const stillWaitingSql = "select from notifier.planned where id = $1 and state = 'waiting' for update";

/** Counts the messages that a person got from a clinic: on a day, and recalls of a pro that are still open. */
export const sentSql = `
  with today as (
    select purpose from notifier.planned
    where clinic_id = $1 and sent_on = $3 and recipients && $2 and state in ('sending', 'sent', 'delivered')
  ), open as (
    select from notifier.planned
    where purpose = 'recall' and pro_id = $4 and not_after > $5 and clinic_id = $1 and recipients && $2
      and state in ('sending', 'sent', 'delivered')
  )
  select (select count(*) from today where purpose = 'reminder')::int as reminders,
    (select count(*) from today where purpose = 'offer')::int as offers,
    (select count(*) from open)::int as recalls`;

export const waitSql = 'update notifier.planned set look_at = $2 where id = $1';

export const settleSql = `
  update notifier.planned set state = $2, reason = $3, settled_at = $4 where id = $1`;

export const sendingSql = `
  update notifier.planned set state = 'sending', sent_by = $2, sent_on = $3, recipients = $4, covers = $5, pro_id = $6, asks = $7
  where id = $1`;

/** The outbox queues it at its next look, also a mail that was taken back. */
export const mailSql = `
  insert into notifier.outbox (queue, job_id, name, payload, priority, due_at, expires_at)
  values ('mail', $1, $2, $3, 1, $4, $5)
  on conflict (queue, job_id) do update
    set state = 'asked', due_at = excluded.due_at, queued_at = null, settled_at = null, expires_at = excluded.expires_at
    where outbox.state = 'dropped'`;

/**
 * Takes mails back that the mail server did not take: quiet hours, caps and stops are decided again. A mail that is asked
 * for again has no `settled_at` until its next attempt fails.
 */
export const takeBackSql = `
  with back as (
    update notifier.outbox m set state = 'dropped' from notifier.planned p
    where m.queue = 'mail' and m.state = 'asked' and m.waits and m.settled_at is not null and (m.payload ->> 'eventId')::uuid = p.id
      and p.state = 'sending' and p.sent_by = 'mail'
    returning p.id
  )
  update notifier.planned p set state = 'waiting', look_at = $1, sent_by = null, sent_on = null, recipients = '{}'
  from back where p.id = back.id`;

/** Takes texts back that wait for their gateway, as mails: the person may have answered STOP in between. */
export const takeTextsBackSql = `
  with back as (
    update messages.texts t set state = 'dropped', reason = 'taken-back' from notifier.planned p
    where t.state = 'waiting' and t.reason is not null and p.id = t.id and p.state = 'sending' and p.sent_by = 'sms'
    returning t.id, t.look_at
  )
  update notifier.planned p set state = 'waiting', look_at = back.look_at, sent_by = null, sent_on = null,
    recipients = '{}'
  from back where p.id = back.id`;

/** Takes over the outcome of mails from the outbox. A mail without a row expired before a worker had it. */
export const outcomeSql = `
  update notifier.planned p set settled_at = $1,
    state = case m.state when 'sent' then 'sent' else 'dropped' end,
    reason = case when m.state = 'sent' then null when m.expires_at is null or m.expires_at <= $1 then 'late'
      when m.failure = 'budget' then 'limit' else 'not-sent' end
  from notifier.planned s
  left join notifier.outbox m on m.queue = 'mail' and (m.payload ->> 'eventId')::uuid = s.id
  where p.id = s.id and s.state = 'sending' and s.sent_by = 'mail'
    and (m.state in ('sent', 'dropped') or (m.state is null and s.not_after <= $1))`;

const byText = `from messages.texts t where t.id = p.id and p.sent_by = 'sms'`;

/**
 * Takes over the outcomes of texts. A message whose number was refused is decided again, without a text; receipts come
 * later than the sending.
 */
export const textOutcomesSql = `
  with sent as (
    update notifier.planned p set settled_at = $1,
      state = case t.state when 'unknown' then 'sent' else t.state end, reason = null
    ${byText} and p.state = 'sending' and t.state in ('sent', 'unknown', 'delivered')
  ), dropped as (
    update notifier.planned p set settled_at = $1, state = 'dropped',
      reason = case t.reason when 'visit-changed' then 'visit-changed' when 'number-changed' then 'no-address' when 'withdrawn' then 'withdrawn' else 'late' end
    ${byText} and p.state = 'sending' and t.state = 'dropped'
  ), again as (
    update notifier.planned p set state = 'waiting', look_at = $1, sent_by = null, sent_on = null, recipients = '{}'
    ${byText} and p.state = 'sending' and t.state in ('refused', 'failed')
  )
  update notifier.planned p set settled_at = $1, state = t.state, told = told and t.state = 'delivered'
  ${byText} and p.state = 'sent' and t.state in ('delivered', 'failed')`;

export const untoldSql = `
  select ${columns} from notifier.planned where not told and settled_at is not null and purpose = any($1)
  order by settled_at limit $2`;

export const toldSql = 'update notifier.planned set told = true where id = $1';

/** Deletes messages that no figure shows any more. */
export const pruneSql =
  "delete from notifier.planned where not_after < $1::timestamptz - interval '25 months'";
