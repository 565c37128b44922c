import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';

/** Written by `record.ts` after every call had been made once of a product of that release. */
const directory = join(import.meta.dirname, 'databases');

/** The releases of which a database is stored. */
export const releases = (await readdir(directory)).map((file) => file.replace('.sql.gz', ''));

/** All of them had this key, which is worth nothing. */
export const MASTER_KEY = '6Gw1oFuU/nEDMTK7zB9feXx2kw0KXu6AL+pctCrx84c=';

const load = async (file: string): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  const script = gunzipSync(await readFile(file)).toString();
  // A client of its own: the script changes the search path and more for the rest of its session.
  const client = await database.pool.connect();
  await client.query(script).finally(() => client.release(true));
  return database;
};

/** A database as a release left it. */
export const loadDatabase = (release: string): Promise<TestDatabase> =>
  load(join(directory, `${release}.sql.gz`));

/** Loads the database that 1.0.0 left with input that later releases refuse or correct. */
export const loadOdd = (): Promise<TestDatabase> => load(join(import.meta.dirname, 'odd/1.0.0.sql.gz'));
