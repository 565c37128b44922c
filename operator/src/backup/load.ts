import { join } from 'node:path';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import type { EventMetadata } from '@visita/contracts/envelope';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { copyIn } from '@visita/platform/projection/copy';
import { readPlain, type Recode } from './age.ts';
import { type BackupFile, DamagedBackup, type Manifest, positionsName } from './manifest.ts';
import { columnsOf, keptTables, quotedTable, type SchemaPlan } from './plan.ts';

/** The backup cannot be loaded into this database; the message says why. */
export class RestoreRefused extends Error {}

const linesPerWrite = 2_000;

/** Throws if the database already has data of the product. */
export const refuseFilled = async (pool: Pool, schemas: readonly string[]): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1) order by 1',
    [schemas],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new RestoreRefused(`The database is not empty (${names}): restore into a new one.`);
};

/** Throws if the backup's tables are not those of this release. */
export const refuseOtherRelease = ({ migrations, product }: Manifest, plans: readonly SchemaPlan[]): void => {
  for (const [schema, steps] of Object.entries(migrations)) {
    const known = plans.find((plan) => plan.schema === schema)?.migrations;
    if (known && known.length === steps.length && steps.every((step) => known.includes(step))) continue;
    throw new RestoreRefused(
      `The backup is of another release (${product}; schema ${schema} differs): restore it with that one, then upgrade.`,
    );
  }
};

/**
 * Throws if a backup names a table or column that does not belong in a backup, because both become
 * part of SQL statements.
 */
const refuseOthers = async (
  client: PoolClient,
  { files }: Manifest,
  plans: readonly SchemaPlan[],
): Promise<void> => {
  const known = new Set(keptTables(plans));
  for (const { name, table, columns } of files) {
    if (table === null) continue;
    if (!known.has(table)) throw new DamagedBackup(`${name} is of a table that no backup holds.`);
    const there = await columnsOf(client, table);
    if (columns.length !== there.length || !columns.every((column) => there.includes(column)))
      throw new DamagedBackup(`${name} has other columns than the table ${table}.`);
  }
};

type LoadOptions = {
  readonly directory: string;
  /** Decrypts every file; null if they are plain. */
  readonly open: Recode | null;
  readonly pool: Pool;
  readonly manifest: Manifest;
  readonly plans: readonly SchemaPlan[];
  /** Event store outside this database; takes events as stored, with encrypted personal data. */
  readonly elsewhere: Pick<EventStore, 'append'> | null;
  onProgress?(progress: { what: string; done: number; total: number }): void;
};

type TakeLines = (lines: readonly string[], before: number) => Promise<void>;

/** Loads all files into empty tables in one transaction, except events stored elsewhere. */
export const loadBackup = async (options: LoadOptions): Promise<void> => {
  const { directory, open, pool, manifest, plans, elsewhere, onProgress } = options;
  const [before, after]: [string[], string[]] = [[], []];
  const client = await pool.connect();
  const takerOf = (file: BackupFile): TakeLines => {
    const { table } = file;
    if (table !== null) return (lines) => loadRows(client, { ...file, table }, lines);
    if (file.name === positionsName) return async (lines) => void before.push(...lines);
    return async (lines, done) => {
      after.push(...(await (elsewhere ? appendEvents(elsewhere, lines) : loadEvents(client, lines, done))));
    };
  };
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin');
    await refuseOthers(client, manifest, plans);
    for (const file of manifest.files) {
      const take = takerOf(file);
      let done = 0;
      for await (const lines of chunksOf(join(directory, file.name), open)) {
        await take(lines, done);
        done += lines.length;
        onProgress?.({ what: file.table ?? file.name, done, total: file.rows });
      }
      if (done !== file.rows) throw new DamagedBackup(`${file.name} has ${done} rows, not ${file.rows}.`);
    }
    if (before.some((position, index) => position !== after[index])) {
      await movePositions(client, plans, { before, after });
    }
    await client.query('commit');
  } finally {
    client.release(true);
  }
};

/** Positions of events before and after the restore. */
type Moved = { readonly before: readonly string[]; readonly after: readonly string[] };

/** Translates stored positions to the new ones; seals of other positions are created anew. */
const movePositions = async (
  client: PoolClient,
  plans: readonly SchemaPlan[],
  { before, after }: Moved,
): Promise<void> => {
  await client.query(
    'create temporary table moved (before text primary key, after text not null) on commit drop',
  );
  await client.query('insert into moved select * from unnest($1::text[], $2::text[])', [before, after]);
  for (const { schema, positions = [] } of plans) {
    for (const table of positions) {
      await client.query(
        `update ${schema}.${table} t set position = coalesce(
            (select after from moved m where m.before <= t.position order by m.before desc limit 1), $1)
          where t.position is not null`,
        [beginning],
      );
    }
  }
  await client.query('delete from operator.seals');
};

type Canonical = [string, number, string, string, number, unknown, EventMetadata];

/** Appends one after the other, to keep the order. */
const appendEvents = async (
  store: Pick<EventStore, 'append'>,
  lines: readonly string[],
): Promise<string[]> => {
  const positions: string[] = [];
  for (const line of lines) {
    const [stream, revision, id, type, schemaVersion, data, metadata] = JSON.parse(line) as Canonical;
    const expected = revision === 0 ? 'no-stream' : revision - 1;
    const event = { id, type, schemaVersion, data, metadata };
    positions.push((await store.append(stream, expected, [event])).position);
  }
  return positions;
};

/**
 * Only "
 * " ends a row; other line breaks are escaped in COPY's format and may occur in JSON texts.
 */
async function* chunksOf(path: string, open: Recode | null): AsyncGenerator<string[]> {
  let rest = '';
  let lines: string[] = [];
  const texts = (await readPlain(path, open)).setEncoding('utf8') as AsyncIterable<string>;
  for await (const chunk of texts) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    if (lines.length < linesPerWrite) continue;
    yield lines;
    lines = [];
  }
  if (rest !== '') throw new DamagedBackup(`${path} does not end with a whole line.`);
  if (lines.length > 0) yield lines;
}

/** Numbers events as PostgreSQL's store does: in order, without gaps. */
const loadEvents = async (
  client: PoolClient,
  lines: readonly string[],
  before: number,
): Promise<string[]> => {
  await client.query(
    `insert into eventstore.events (position, stream_id, revision, event_id, type, schema_version, data, metadata)
      select $2::bigint + n, event ->> 0, (event ->> 1)::bigint, (event ->> 2)::uuid, event ->> 3,
        (event ->> 4)::integer, event -> 5, event -> 6
      from jsonb_array_elements($1::jsonb) with ordinality as given (event, n)`,
    [`[${lines.join(',')}]`, before],
  );
  return lines.map((_, index) => String(before + index + 1).padStart(beginning.length, '0'));
};

const loadRows = async (
  client: PoolClient,
  { table, columns }: BackupFile & { readonly table: string },
  lines: readonly string[],
): Promise<void> => {
  const statement = `copy ${quotedTable(table)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`;
  const copy = copyIn(statement, `${lines.join('\n')}\n`);
  await client.query(copy).done;
};
