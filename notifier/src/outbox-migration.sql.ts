export const outboxTable = `
  create table outbox (
    queue text not null,
    job_id text not null,
    name text not null,
    payload jsonb not null,
    priority integer not null,
    series text,
    revision integer,
    due_at timestamptz not null,
    queued_at timestamptz,
    expires_at timestamptz not null,
    state text not null default 'asked' check (state in ('asked', 'claimed', 'sent', 'dropped')),
    settled_at timestamptz,
    message_id text,
    claim_id uuid,
    claimed_at timestamptz,
    claimed_until timestamptz,
    attempts integer not null default 0,
    failure text,
    subjects text[],
    primary key (queue, job_id)
  );
  create index outbox_due on outbox (due_at) where state in ('asked', 'claimed');
  create index outbox_expired on outbox (expires_at) where claimed_at is null;
  create index outbox_by_series on outbox (series) where series is not null;
  create index outbox_by_claim on outbox (claim_id) where claim_id is not null;
  create index outbox_by_event on outbox (((payload ->> 'eventId')::uuid));
  create index outbox_by_subject on outbox using gin (subjects)`;

/**
 * Copies the rows of the former tables. Mails not yet sent are only known to the job store and get expired
 * rows here. Jobs no longer pending, neither sent nor dropped, were removed by an operator.
 */
export const outboxRows = `
  insert into outbox (queue, job_id, name, payload, priority, due_at, queued_at, expires_at, state, settled_at,
    message_id, claim_id, claimed_at, claimed_until, attempts, failure, subjects)
  select 'mail', m.event_id || '_' || m.template, m.template,
    coalesce(o.payload, jsonb_build_object('eventId', m.event_id, 'template', m.template)), coalesce(o.priority, 1),
    coalesce(o.asked_at, m.created), o.queued_at, coalesce(o.asked_at + interval '7 days', m.created),
    case when m.state in ('sent', 'dropped') then m.state
         when o.settled_at is not null then 'dropped'
         when m.state = 'failed' then 'asked'
         else m.state end,
    coalesce(m.settled, o.settled_at), m.message_id, m.claim_id, m.created, m.claimed_until, m.attempts, m.failure,
    m.subjects
  from mails m left join owed o on o.queue = 'mail' and o.job_id = m.event_id || '_' || m.template;

  insert into outbox (queue, job_id, name, payload, priority, due_at, queued_at, expires_at, state, settled_at)
  select queue, job_id, name, payload, priority, asked_at, queued_at, asked_at + interval '7 days',
    case when settled_at is null then 'asked' when queue = 'mail' then 'dropped' else 'sent' end, settled_at
  from owed
  on conflict do nothing;

  insert into outbox as known (queue, job_id, name, payload, priority, series, revision, due_at, expires_at)
  select 'mail', reminder_id || '_' || name, name,
    jsonb_build_object('eventId', reminder_id, 'template', name, 'about', booking_id, 'sequence', revision), 1,
    booking_id, revision, due_at, starts_at
  from reminders, unnest(array['reminder', 'reminder-pro']) name
  where due_at is not null
  on conflict (queue, job_id) do update
    set series = excluded.series, revision = excluded.revision, expires_at = excluded.expires_at`;

/** View of the send ledger, for showing people and operators the claimed mails. */
export const mailsView = `
  create view mails as
  select (payload ->> 'eventId')::uuid as event_id, name as template, message_id,
    case state when 'asked' then 'failed' else state end as state, claimed_until, attempts, claimed_at as created,
    settled_at as settled, failure, subjects
  from outbox where queue = 'mail' and claimed_at is not null`;
