import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { copyOut } from '@visita/platform/database/copy-out';
import { canonicalOf, chainStart, linkOf } from '@visita/platform/event-store/chain';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { type BackupFile, encryption, eventsName, type Manifest, manifestName } from './manifest.ts';
import { keptTables, type SchemaPlan, undecided } from './plan.ts';

export type BackupOptions = {
  readonly directory: string;
  readonly pool: Pool;
  /** As stored, personal data encrypted. */
  readonly stored: Pick<EventStore, 'readAll'>;
  readonly plans: readonly SchemaPlan[];
  /** The product's version. */
  readonly product: string;
  readonly now: () => Date;
  onProgress?(progress: { what: string; done: number; total: number }): void;
};

/** What was asked for cannot be backed up, or not there; the message says why. */
export class BackupRefused extends Error {}

/**
 * Writes all that cannot be made again into a new directory, as it was at one moment: the tables from one snapshot, and
 * the events up to the last one that this snapshot sees. The product may go on meanwhile.
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { directory, pool, plans, product, now } = options;
  await makeDirectory(directory);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const position = await positionOf(client);
    const takenAt = now().toISOString();
    await checkPlans(client, plans);
    const events = await writeEvents(options, position);
    const files: BackupFile[] = [events.file];
    for (const table of await present(client, keptTables(plans))) {
      files.push(await writeTable(client, table, directory));
    }
    const migrations = await migrationsOf(client, plans);
    await client.query('commit');
    const manifest = {
      format: 1,
      product,
      takenAt,
      position,
      hash: events.hash,
      encryption,
      migrations,
      files,
    };
    await writeManifest(directory, manifest as Manifest);
    return manifest as Manifest;
  } finally {
    client.release(true);
  }
};

const makeDirectory = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) {
    throw new BackupRefused(`${directory} is not empty: name a new directory.`);
  }
};

/** The first statement of the transaction: it sees what every later one does. */
const positionOf = async (client: PoolClient): Promise<string> => {
  const { rows } = await client.query<{ position: string }>(
    'select coalesce(max(position), 0) as position from eventstore.events',
  );
  return (rows[0]?.position ?? '0').padStart(beginning.length, '0');
};

const tablesIn = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  return rows.map(({ name }) => name);
};

const present = async (client: PoolClient, wanted: readonly string[]): Promise<string[]> => {
  const there = new Set(await tablesIn(client));
  return wanted.filter((name) => there.has(name));
};

const checkPlans = async (client: PoolClient, plans: readonly SchemaPlan[]): Promise<void> => {
  const unknown = undecided(plans, await tablesIn(client));
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `Nobody has decided whether backups hold ${unknown.join(', ')}: is this database of a newer release?`,
  );
};

const migrationsOf = async (
  client: PoolClient,
  plans: readonly SchemaPlan[],
): Promise<Manifest['migrations']> => {
  const found: Manifest['migrations'] = {};
  for (const { schema, migrations } of plans) {
    if (migrations.length === 0) continue;
    if ((await present(client, [`${schema}.migrations`])).length === 0) continue;
    const { rows } = await client.query<{ name: string }>(
      `select name from ${schema}.migrations order by id`,
    );
    found[schema] = rows.map(({ name }) => name);
  }
  return found;
};

/** A file that counts and hashes what goes through, and is on the disk at the end. */
const createTarget = (path: string) => {
  const hash = createHash('sha256');
  let rows = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
      done(null, chunk);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(counting, file);
  // Awaited at the end; until then a failure must not end the process.
  written.catch(() => undefined);
  return {
    stream: counting,
    finish: async () => {
      await Promise.all([written, finished(file)]);
      return { rows, sha256: hash.digest('hex') };
    },
  };
};

const writeEvents = async (
  { directory, stored, onProgress }: BackupOptions,
  position: string,
): Promise<{ file: BackupFile; hash: string }> => {
  const target = createTarget(join(directory, eventsName));
  let hash = chainStart;
  async function* lines() {
    for await (const page of pagesOf(stored, beginning, position)) {
      const texts = page.events.map(canonicalOf);
      for (const text of texts) hash = linkOf(hash, text);
      yield texts.map((text) => `${text}\n`).join('');
      onProgress?.({ what: 'events', done: Number(page.position), total: Number(position) });
    }
  }
  await pipeline(Readable.from(lines()), target.stream, { end: true });
  const written = await target.finish();
  return { file: { name: eventsName, table: null, columns: [], ...written }, hash: hash.toString('hex') };
};

const writeTable = async (client: PoolClient, table: string, directory: string): Promise<BackupFile> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      order by attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const name = `${table}.copy`;
  const target = createTarget(join(directory, name));
  const copy = copyOut(`copy ${table} (${columns.join(', ')}) to stdout`, target.stream);
  await client.query(copy).done;
  target.stream.end();
  return { name, table, columns, ...(await target.finish()) };
};

/** Last, and whole or not at all: without it a directory is no backup. */
const writeManifest = async (directory: string, manifest: Manifest): Promise<void> => {
  const file = await open(join(directory, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};
