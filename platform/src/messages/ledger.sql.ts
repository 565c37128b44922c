const columns = `id, pro_id as "proId", clinic_id as "clinicId", patient_id as "patientId", purpose, provider, number,
  not_after as "notAfter", attempts`;

/** States of texts that a provider may have charged, or still may. */
const counted = "state not in ('refused', 'dropped')";
/** Texts that waited for their gateway and are decided again. */
const takenBack = "(texts.state = 'dropped' and texts.reason = 'taken-back')";
const monthOf = (at: string): string =>
  `date_trunc('month', ${at}::timestamptz at time zone 'UTC') at time zone 'UTC'`;

export const usedSql = `
  select (select count(*)::int from messages.texts
      where number = $1 and created > $3::timestamptz - interval '1 day' and ${counted}) as "numberDay",
    (select count(*)::int from messages.texts
      where number = $1 and created > $3::timestamptz - interval '30 days' and ${counted}) as "numberMonth",
    (select count(*)::int from messages.texts
      where pro_id = $2 and created >= ${monthOf('$3')} and ${counted}) as "proMonth",
    (select count(*)::int from messages.texts
      where created > $3::timestamptz - interval '1 day' and ${counted}) as day,
    exists (select from messages.texts where number = $1 and state = 'refused') as refused,
    exists (select from messages.texts where id = $4 and not ${takenBack}) as known`;

export const reserveSql = `
  insert into messages.texts
    (id, pro_id, clinic_id, patient_id, purpose, provider, number, created, look_at, not_after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
  on conflict (id) do update
    set state = 'waiting', reason = null, pro_id = excluded.pro_id, provider = excluded.provider, number = excluded.number,
      created = excluded.created, look_at = excluded.look_at, settled_at = null
    where ${takenBack}`;

export const claimSql = `
  update messages.texts set state = 'sending', attempts = attempts + 1,
    claimed_until = $1::timestamptz + $2 * interval '1 ms'
  where id in (
    select id from messages.texts where state = 'waiting' and look_at <= $1 and not_after > $1
    order by look_at limit $3 for update skip locked)
  returning ${columns}`;

/** A receipt may have settled the text already. */
export const settleSql = `
  update messages.texts set provider_id = coalesce($4, provider_id), segments = coalesce($5, segments),
    state = case state when 'sending' then $2 else state end, reason = case state when 'sending' then $3 else reason end,
    settled_at = case state when 'sending' then $6 else settled_at end
  where id = $1`;

export const delaySql = `
  update messages.texts set state = 'waiting', look_at = $2, reason = $3, claimed_until = null
  where id = $1 and state = 'sending'`;

/** Drops texts that were not sent in time, marks interrupted ones, and deletes those older than 13 months. */
export const tidySql = `
  with late as (
    update messages.texts set state = 'dropped', reason = coalesce(reason, 'late'), settled_at = $1
    where state = 'waiting' and not_after <= $1
  ), interrupted as (
    update messages.texts set state = 'unknown', reason = 'interrupted', settled_at = $1
    where state = 'sending' and claimed_until <= $1
  )
  delete from messages.texts
  where created < $1::timestamptz - interval '13 months'`;

export const isFirstSql = `
  select from messages.texts where number = $2 and id <> $1 and state in ('sent', 'unknown', 'delivered') limit 1`;

export const ownerSql = 'select pro_id as "proId" from messages.texts where id = $1 and provider = $2';

/** A receipt may overtake the gateway's answer to the sending, so a text in sending has one as well. */
export const receiveSql = `
  update messages.texts set state = $2, settled_at = $3
  where id = $1 and (state in ('sending', 'sent', 'unknown') or (state = 'failed' and $2 = 'delivered'))`;

export const senderSql = `
  select patient_id as "patientId" from messages.texts
  where pro_id = $1 and number = any($2) and state not in ('refused', 'dropped') order by created desc limit 1`;
