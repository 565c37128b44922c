import { mkdir, readdir } from 'node:fs/promises';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { copyOut } from '@visita/platform/postgres/copy-out';
import type { EventStore } from '@visita/platform/event-store/port';
import type { KeyedHash } from '@visita/platform/vault/hash';
import { authenticate, type BackupFile, encrypted, type Manifest, manifestName, plain } from './manifest.ts';
import { columnsOf, copyNameOf, keptTables, quotedTable, type SchemaPlan, undecided } from './plan.ts';
import { createTarget, type Destination } from './target.ts';
import { beginSnapshot, writeEvents } from './write-events.ts';

export type BackupOptions = Destination & {
  readonly pool: Pool;
  /** The events as stored, with encrypted personal data. */
  readonly stored: Pick<EventStore, 'readAll' | 'head'>;
  /** Whether the events are in another database. */
  readonly elsewhere: boolean;
  readonly plans: readonly SchemaPlan[];
  /** Authenticates the manifest. */
  readonly hash: Pick<KeyedHash, 'keyed'>;
  readonly product: string;
  readonly now: () => Date;
  onProgress?(progress: { what: string; done: number; total: number; shareOnly?: boolean }): void;
};

/** The backup cannot be made, or not at this place; the message says why. */
export class BackupRefused extends Error {}

/**
 * Writes everything that cannot be rebuilt into a new directory: the tables from one snapshot, and the events
 * up to the last one in it. The product may go on meanwhile.
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { directory, plainCopy, pool, plans, product, hash, now } = options;
  for (const made of [directory, plainCopy ?? []].flat()) await makeDirectory(made);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    const position = await beginSnapshot(client, options);
    const takenAt = now().toISOString();
    await checkPlans(client, plans);
    const events = await writeEvents({ ...options, position });
    const { files } = events;
    for (const table of await present(client, keptTables(plans))) {
      files.push(await writeTable(client, table, options));
    }
    const migrations = await migrationsOf(client, plans);
    await client.query('commit');
    const manifest: Manifest = {
      format: 1,
      product,
      takenAt,
      position,
      hash: events.hash,
      encryption: options.seal === null ? plain : encrypted,
      migrations,
      files,
    };
    const signed = { ...manifest, authentication: authenticate(manifest, hash) };
    await writeManifest(options, signed);
    return signed;
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
    `No plan says whether backups hold ${unknown.join(', ')}: is this database of a newer release?`,
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

const writeTable = async (
  client: PoolClient,
  table: string,
  destination: Destination,
): Promise<BackupFile> => {
  const columns = await columnsOf(client, table);
  const name = copyNameOf(table);
  const target = createTarget(name, destination);
  const copy = copyOut(
    `copy ${quotedTable(table)} (${columns.map(escapeIdentifier).join(', ')}) to stdout`,
    target.stream,
  );
  await client.query(copy).done;
  target.stream.end();
  return { name, table, columns, ...(await target.finish()) };
};

/** Writes the manifest, last and atomically: a directory without a manifest is not a backup. */
const writeManifest = async (destination: Destination, manifest: Manifest): Promise<void> => {
  const target = createTarget(manifestName, destination);
  target.stream.end(`${JSON.stringify(manifest, null, 2)}\n`);
  await target.finish();
};
