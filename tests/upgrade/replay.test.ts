import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visita/platform/config/config';
import { beginning } from '@visita/platform/event-store/port';
import { layFoundation } from '@visita/platform/runtime/foundation';
import { silent, type TestDatabase } from '@visita/platform/testing/database';
import { initializeCheckpoints } from '@visita/projector/checkpoints';
import { fill } from '@visita/projector/fill';
import { projections } from '@visita/projector/projections';
import { rowsOf } from '@visita/projector/testing/given';
import { createReadModels } from '@visita/read-model/schema';
import { tables } from '@visita/read-model/tables';
import { expect, it } from 'vitest';
import { loadDatabase, MASTER_KEY, releases } from './stored.ts';

type Row = Record<string, unknown>;

/** Returns the rows that this release projects from a stored log, by table. */
const replay = async (database: TestDatabase): Promise<Record<string, Row[]>> => {
  const config = readConfig({ VAR_DIRECTORY: tmpdir(), DATABASE_URL: database.url, MASTER_KEY });
  const { store, close } = await layFoundation({ config, log: silent, url: database.url });
  const schema = 'replayed';
  try {
    await createReadModels(database, schema);
    const target = { pool: database.pool, schema, projections };
    await initializeCheckpoints(target);
    await fill(target, { position: beginning, events: 0 }, { store });
    const rows = tables.map(async (table) => [table.name, await rowsOf(database, schema, table)] as const);
    return Object.fromEntries(await Promise.all(rows));
  } finally {
    await close();
  }
};

/** Values whose spelling changed since. */
const respelt: Readonly<Record<string, string>> = { pending_confirmation: 'pending' };
const spelt = (value: unknown): unknown => (typeof value === 'string' ? (respelt[value] ?? value) : value);

/** Returns the rows that the old release projected, for columns and tables that still exist. */
const rowsOfBefore = async (database: TestDatabase, now: Record<string, Row[]>) => {
  const found: Record<string, Row[]> = {};
  for (const table of tables) {
    const { rows } = await database.pool.query<{ there: string | null }>('select to_regclass($1) as there', [
      `read.${table.name}`,
    ]);
    if (rows[0]?.there == null) continue;
    const kept = new Set(Object.keys(table.columns));
    const before = await rowsOf(database, 'read', table);
    found[table.name] = before.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, value]) => (kept.has(column) ? [[column, spelt(value)]] : [])),
      ),
    );
    expect(now[table.name]).toHaveLength(before.length);
  }
  return found;
};

/**
 * Returns the rows that were projected when the database was stored; writes them down for review if there are
 * none.
 */
const storedRows = async (release: string, now: Record<string, Row[]>): Promise<object> => {
  const file = join(import.meta.dirname, 'rows', `${release}.json`);
  const text = await readFile(file, 'utf8').catch(async () => {
    await writeFile(file, `${JSON.stringify(now, null, 2)}\n`);
    throw new Error(`${file} is new: look at it, and run this again`);
  });
  return JSON.parse(text) as object;
};

it.each(releases)(
  'projects from the log of %s the rows it had, and neutral values for new columns',
  async (release) => {
    await using database = await loadDatabase(release);
    const now = await replay(database);
    expect(now).toMatchObject(await rowsOfBefore(database, now));
    // Ignores columns of later releases.
    expect(now).toMatchObject(await storedRows(release, now));
  },
);

it.each(releases)('shows no one more patients than %s did', async (release) => {
  await using database = await loadDatabase(release);
  const { clinics = [], hubs = [], clinic_patients: pairs = [], bookings = [] } = await replay(database);
  expect(clinics.length).toBeGreaterThan(0);
  expect(clinics.filter((clinic) => clinic['patients_shared'] !== null)).toEqual([]);
  expect(hubs.filter((hub) => hub['role'] === 'reception')).toEqual([]);
  // Patients belong to clinics by their visits only.
  const visited = new Set(bookings.map((booking) => booking['clinic_id']));
  expect(pairs.filter((pair) => !visited.has(pair['clinic_id']))).toEqual([]);
});
