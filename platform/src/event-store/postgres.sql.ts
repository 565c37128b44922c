import type { Migrations } from '../postgres/migrate.ts';

/** NOTIFY channel of new events. The payload is the last position; earlier releases send none. */
export const channel = 'visita_events';

const table = `
  create table eventstore.events (
    position bigint primary key,
    stream_id text not null,
    revision bigint not null,
    event_id uuid not null unique,
    type text not null,
    schema_version integer not null,
    data jsonb not null,
    metadata jsonb not null,
    created timestamptz not null default clock_timestamp(),
    unique (stream_id, revision)
  );

  create function eventstore.refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'events are never changed or removed';
  end $$;
  create trigger append_only before update or delete or truncate on eventstore.events
    for each statement execute function eventstore.refuse();
`;

/**
 * Processes many appends, at most one per stream. Each event names its append, stream and expected revision (-2:
 * any); appends with the same `together` are written all or none. The lock is taken first, so that later statements
 * see everything committed before, and held until the commit is visible: positions become readable in order, without
 * gaps. Positions and verdicts are computed in one pass over the events; a join would be quadratic, because a plan
 * from when the table was empty, without hash joins, is kept for the session.
 */
const append = (notice: string) => `
  create or replace function eventstore.append(incoming json)
  returns table (append integer, outcome text, revision bigint, "position" bigint)
  language plpgsql volatile
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set lock_timeout = '10s'
  as $$
  #variable_conflict use_column
  declare
    base bigint;
  begin
    perform pg_advisory_xact_lock(hashtextextended('visita.eventstore', 0));
    base := coalesce((select max(position) from eventstore.events), 0);
    return query
    with looked_up as (
      select i.*, row_number() over each_append - 1 as nth, stored.stream_id as stored_stream,
        stored.revision as stored_revision, stored.position as stored_position,
        coalesce((select e.revision from eventstore.events e where e.stream_id = i.stream
                  order by e.revision desc limit 1), -1) as head
      from rows from (json_to_recordset(incoming) as (append integer, together integer, stream text, expected bigint,
        id uuid, type text, version integer, data jsonb, metadata jsonb)) with ordinality
        as i (append, together, stream, expected, id, type, version, data, metadata, n)
      left join lateral (select * from eventstore.events e where e.event_id = i.id) stored on true
      window each_append as (partition by i.append order by i.n)
    ), judged as (
      select *, case
          when count(stored_position) over whole = 0
            then case when expected in (-2, head) then 'ok' else 'conflict' end
          when count(*) filter (where stored_stream = stream) over whole = count(*) over whole
            and min(stored_revision - nth) over whole = max(stored_revision - nth) over whole then 'duplicate'
          else 'reused' end as verdict
      from looked_up
      window whole as (partition by append)
    ), agreed as (
      select *, case when verdict = 'ok' and not bool_and(verdict = 'ok') over (partition by coalesce(together, append))
          then 'held' else verdict end as outcome
      from judged
    ), placed as materialized (
      select *, base + count(*) filter (where outcome = 'ok') over (order by n) as new_position from agreed
    ), written as (
      insert into eventstore.events
        (position, stream_id, revision, event_id, type, schema_version, data, metadata)
      select new_position, stream, head + 1 + nth, id, type, version, data, metadata
      from placed where outcome = 'ok' order by n
    )
    select distinct on (p.append) p.append, p.outcome,
      case p.outcome when 'ok' then head + 1 + nth when 'duplicate' then stored_revision else head end,
      case p.outcome when 'ok' then new_position else stored_position end
    from placed p order by p.append, p.n desc;
    if (select max(position) from eventstore.events) > base then
      perform pg_notify('${channel}', ${notice});
    end if;
  end $$;
`;

const readStreams = `
  create function eventstore.read_streams(streams text[], revisions bigint[])
  returns table (asked bigint, "position" bigint, stream_id text, revision bigint, event_id uuid, type text,
    schema_version integer, data jsonb, metadata jsonb)
  language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
    select a.asked, e.position, e.stream_id, e.revision, e.event_id, e.type, e.schema_version, e.data, e.metadata
    from unnest(streams, revisions) with ordinality a (stream, after, asked)
    cross join lateral (select * from eventstore.events e where e.stream_id = a.stream and e.revision >= a.after) e
    order by a.asked, e.revision
  $$;
`;

/**
 * The function has a new name, because the previous release calls the old function while both run.
 */
const readStreamsUpTo = `
  create function eventstore.read_streams_up_to(streams text[], revisions bigint[], maximum integer)
  returns table (asked bigint, "position" bigint, stream_id text, revision bigint, event_id uuid, type text,
    schema_version integer, data jsonb, metadata jsonb)
  language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
    select a.asked, e.position, e.stream_id, e.revision, e.event_id, e.type, e.schema_version, e.data, e.metadata
    from unnest(streams, revisions) with ordinality a (stream, after, asked)
    cross join lateral (select * from eventstore.events e where e.stream_id = a.stream and e.revision >= a.after
      order by e.revision limit maximum) e
    order by a.asked, e.revision
  $$;
`;

/** Migrations of schema `eventstore`. */
export const eventStoreMigrations: Migrations = {
  '0001_events': { up: (knex) => knex.raw(table) },
  '0002_append': { up: (knex) => knex.raw(append("''")) },
  '0003_read_streams': { up: (knex) => knex.raw(readStreams) },
  '0004_read_streams_up_to': { up: (knex) => knex.raw(readStreamsUpTo) },
  '0005_notices_say_how_far': {
    up: (knex) => knex.raw(append('(select max(position)::text from eventstore.events)')),
  },
  '0006_appends_together': {
    up: (knex) => knex.raw(append('(select max(position)::text from eventstore.events)')),
  },
};

/** Appends a flush. */
export const appendStatement = 'select * from eventstore.append($1)';

/** Reads several streams, each from a revision on, up to a number of events each. */
export const readStreamsStatement = 'select * from eventstore.read_streams_up_to($1, $2, $3)';

/** Reads a stream with a plain select that works on the schema of every release. */
export const readStreamStatement = `
  select position, stream_id, revision, event_id, type, schema_version, data, metadata
  from eventstore.events where stream_id = $1 and revision >= $2 order by revision limit $3
`;

/** Reads the log after a position. */
export const readAllStatement = `
  select position, stream_id, revision, event_id, type, schema_version, data, metadata
  from eventstore.events where position > $1 order by position limit $2`;

/** Reads events of some types from the next `limit` events, and the last one for its position; counts all. */
export const readTypesStatement = `
  select position, stream_id, revision, event_id, type, schema_version, data, metadata, seen from (
    select *, row_number() over (order by position) as nth, count(*) over () as seen from (
      select position, stream_id, revision, event_id, type, schema_version, data, metadata
      from eventstore.events where position > $1 order by position limit $2) as page
  ) as counted where nth = seen or type = any($3::text[]) order by position`;

/** Last position, 0 if there are no events. */
export const headStatement = 'select coalesce(max(position), 0) as position from eventstore.events';

/** Whether the table exists and is writable: not on a standby or a read-only server. */
export const writableStatement =
  "select to_regclass('eventstore.events') is not null and current_setting('transaction_read_only') = 'off' as takes";

/** Missing positions, as pairs of their neighbours. */
export const holesStatement = `
  select previous as after, position as before from (
    select position, lag(position, 1, 0::bigint) over (order by position) as previous from eventstore.events
  ) as pairs where position <> previous + 1 order by position`;
