/** Statements that put another table of events in place of the store's, and its indexes once it is filled. */
export type Layout = { readonly create: string; readonly index: string };

/** Positions of a partition that is cut by them. */
export const rangeSize = 1_000_000;
const hashes = 16;

const columns = `position bigint not null, stream_id text not null, revision bigint not null, event_id uuid not null,
  type text not null, schema_version integer not null, data jsonb not null, metadata jsonb not null,
  created timestamptz not null default clock_timestamp()`;

/** What would be unique is so within each table, where PostgreSQL can tell; across them the append looks it up. */
const indexesOf = (table: string): string => `
  create unique index on eventstore.${table} (position);
  create unique index on eventstore.${table} (stream_id, revision);
  create unique index ${table}_event_id_key on eventstore.${table} (event_id);`;

const cut = (by: string, bounds: readonly string[]): Layout => {
  const names = bounds.map((_, nth) => `events_${nth}`);
  const made = bounds.map(
    (bound, nth) =>
      `create table eventstore.${names[nth]} partition of eventstore.events for values ${bound};`,
  );
  return {
    create: `drop table eventstore.events cascade;
      create table eventstore.events (${columns}) partition by ${by};
      ${made.join('\n')}`,
    index: `${names.map(indexesOf).join('')} analyze eventstore.events;`,
  };
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth);

/** The same columns and functions on other tables, for so many events. */
export const layouts: Readonly<Record<string, (events: number) => Layout>> = {
  'one table': () => ({
    create: `drop table eventstore.events cascade; create table eventstore.events (${columns});`,
    index: `${indexesOf('events')} analyze eventstore.events;`,
  }),
  [`${hashes} partitions by stream`]: () =>
    cut(
      'hash (stream_id)',
      numbers(hashes).map((nth) => `with (modulus ${hashes}, remainder ${nth})`),
    ),
  'a partition a million positions': (events) =>
    cut(
      'range (position)',
      numbers(Math.ceil(events / rangeSize) + 1).map(
        (nth) => `from (${nth * rangeSize}) to (${(nth + 1) * rangeSize})`,
      ),
    ),
};
