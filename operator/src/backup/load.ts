import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { copyIn } from '@visita/platform/projection/copy';
import { type BackupFile, DamagedBackup, eventsName, type Manifest } from './manifest.ts';
import type { SchemaPlan } from './plan.ts';

/** Where a backup cannot be loaded into; the message says why. */
export class RestoreRefused extends Error {}

const linesPerWrite = 2_000;

/** Whether a database has nothing of the product's yet. */
export const refuseFilled = async (pool: Pool, schemas: readonly string[]): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1) order by 1',
    [schemas],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new RestoreRefused(`The database is not empty (${names}): restore into a new one.`);
};

/** Throws where a backup's tables are not those of this release. */
export const refuseOtherRelease = ({ migrations, product }: Manifest, plans: readonly SchemaPlan[]): void => {
  for (const [schema, steps] of Object.entries(migrations)) {
    const known = plans.find((plan) => plan.schema === schema)?.migrations;
    if (known && known.length === steps.length && steps.every((step) => known.includes(step))) continue;
    throw new RestoreRefused(
      `The backup is of another release (${product}; schema ${schema} differs): restore it with that one, then upgrade.`,
    );
  }
};

type LoadOptions = {
  readonly directory: string;
  readonly pool: Pool;
  readonly manifest: Manifest;
  onProgress?(progress: { what: string; done: number; total: number }): void;
};

/** Loads all files into tables that are there and empty, in one transaction. */
export const loadBackup = async ({ directory, pool, manifest, onProgress }: LoadOptions): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin');
    for (const file of manifest.files) {
      let done = 0;
      for await (const lines of chunksOf(join(directory, file.name))) {
        await (file.table === null ? loadEvents(client, lines, done) : loadRows(client, file, lines));
        done += lines.length;
        onProgress?.({ what: file.table ?? eventsName, done, total: file.rows });
      }
      if (done !== file.rows) throw new DamagedBackup(`${file.name} has ${done} rows, not ${file.rows}.`);
    }
    await client.query('commit');
  } finally {
    client.release(true);
  }
};

/** Only "\n" ends a row; other line ends are escaped in COPY's format, and may stand in JSON texts. */
async function* chunksOf(path: string): AsyncGenerator<string[]> {
  let rest = '';
  let lines: string[] = [];
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
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

/** Positions are those of before: events were written in their order, and had none missing. */
const loadEvents = async (client: PoolClient, lines: readonly string[], before: number): Promise<void> => {
  await client.query(
    `insert into eventstore.events (position, stream_id, revision, event_id, type, schema_version, data, metadata)
      select $2::bigint + n, event ->> 0, (event ->> 1)::bigint, (event ->> 2)::uuid, event ->> 3,
        (event ->> 4)::integer, event -> 5, event -> 6
      from jsonb_array_elements($1::jsonb) with ordinality as given (event, n)`,
    [`[${lines.join(',')}]`, before],
  );
};

const loadRows = async (
  client: PoolClient,
  { table, columns }: BackupFile,
  lines: readonly string[],
): Promise<void> => {
  const copy = copyIn(`copy ${table} (${columns.join(', ')}) from stdin`, `${lines.join('\n')}\n`);
  await client.query(copy).done;
};
