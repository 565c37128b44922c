/** An existing job keeps its row. */
export const askSql = `
  insert into notifier.outbox (queue, job_id, name, payload, priority, due_at, queued_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $6, $7)
  on conflict do nothing`;

/** The jobs of a series as of one revision: $3 is an array of \`{ id, name, payload, priority }\`. */
export const scheduleSql = `
  with newer as (
    select from notifier.outbox where series = $1 and revision > $2
  ), asked as (
    select * from jsonb_to_recordset($3::jsonb) as job (id text, name text, payload jsonb, priority integer)
  ), outdated as (
    delete from notifier.outbox o
    where series = $1 and revision < $2 and claimed_at is null and not exists (select from asked where id = o.job_id)
  )
  insert into notifier.outbox as known
    (queue, job_id, name, payload, priority, series, revision, due_at, expires_at)
  select 'mail', id, name, payload, priority, $1, $2, $4, $5 from asked where not exists (select from newer)
  on conflict (queue, job_id) do update
    set payload = excluded.payload, revision = excluded.revision, due_at = excluded.due_at, queued_at = null
    where known.claimed_at is null and known.revision < excluded.revision`;

/** Rows of a series, oldest first. The lock makes another process that claims one of them wait. */
export const topicSql = `
  select job_id as id, state, revision, due_at as due, payload from notifier.outbox
  where queue = 'mail' and series = $1 and state <> 'dropped' order by revision for update`;

export const dropSql = `
  update notifier.outbox set state = 'dropped', settled_at = now()
  where queue = 'mail' and job_id = any($1) and state = 'asked'`;

export const followSql = `
  insert into notifier.outbox (queue, job_id, name, payload, priority, series, revision, due_at, queued_at, expires_at)
  values ('mail', $1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict do nothing`;

/** Reads the outcome of a mail, and whether a mail of these series was sent since. */
export const announcedSql = `
  select state, exists (select from notifier.outbox
    where queue = 'mail' and series = any($2) and state in ('sent', 'claimed')) as "toldSince"
  from notifier.outbox where queue = 'mail' and job_id = $1`;

export const replacedSql = `
  select from notifier.outbox where queue = 'mail' and series = $1 and revision > $2 and state <> 'dropped'`;

/** Rows that the ledger has sent or dropped keep their state. */
export const endSql = `
  update notifier.outbox set state = $3, settled_at = now()
  where queue = $1 and job_id = $2 and state in ('asked', 'claimed')`;

export const endedSql = `
  select from notifier.outbox where queue = $1 and job_id = $2 and state in ('sent', 'dropped')`;

/** $4: whether to take mails that wait for the mail server. */
export const takeDueSql = `
  with due as (
    select queue, job_id from notifier.outbox
    where state in ('asked', 'claimed') and due_at <= $1 and expires_at > $1
      and (queued_at is null or queued_at <= $1 - $2 * interval '1 ms') and ($4 or not waits)
    order by coalesce(queued_at, due_at) limit $3
    for update skip locked
  ), taken as (
    update notifier.outbox o set queued_at = $1 from due where o.queue = due.queue and o.job_id = due.job_id
    returning o.*
  )
  select queue, job_id as id, name, payload, priority, waits from taken order by due_at, job_id`;

/** Expires mails not yet sent. Leases end by the database's clock, which also set them. */
export const expireSql = `
  update notifier.outbox set state = 'dropped', settled_at = $1
  where queue = 'mail' and expires_at <= $1 and (state = 'asked' or (state = 'claimed' and claimed_until < now()))
  returning job_id as id, payload`;

/** Claimed mails stay: they are the ledger. Returns a row if mails wait for the mail server. */
export const forgetSql = `
  with forgotten as (delete from notifier.outbox where expires_at <= $1 and claimed_at is null)
  select from notifier.outbox where waits and state = 'asked' limit 1`;

/** A claim of a mail without a row comes from a job of an older release, so it inserts the row. */
export const claimSql = `
  insert into notifier.outbox as mail (queue, job_id, name, payload, priority, due_at, expires_at,
    state, message_id, claim_id, claimed_at, claimed_until, attempts)
  values ('mail', $1, $2, $3, 1, now(), now() + interval '7 days', 'claimed', $4, $5, now(), now() + $6 * interval '1 ms', 1)
  on conflict (queue, job_id) do update
    set state = 'claimed', waits = false, claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        message_id = coalesce(mail.message_id, excluded.message_id),
        claimed_at = coalesce(mail.claimed_at, excluded.claimed_at), attempts = mail.attempts + 1
    where mail.state = 'asked' or (mail.state = 'claimed' and mail.claimed_until < now())
  returning message_id as "messageId", claimed_at as created`;

export const confirmSql = `
  update notifier.outbox set claimed_until = now() + $2 * interval '1 ms', subjects = $3
  where claim_id = $1 and state = 'claimed'
    and not exists (select from notifier.forgotten where subject = any($3))`;

/** Idempotent, for a worker that lost the answer. */
export const settleSql = `
  update notifier.outbox set state = $2, failure = $3, settled_at = now()
  where claim_id = $1 and state in ('claimed', $2)`;

export const failSql = `
  update notifier.outbox set state = 'asked', failure = $2, settled_at = now(), waits = $3,
    queued_at = case when $3 then null else queued_at end
  where claim_id = $1 and state = 'claimed'`;
