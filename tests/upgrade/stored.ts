import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';

/** Databases written by `record.ts` after every call was made once on that release. */
const directory = join(import.meta.dirname, 'databases');

/** Releases with a stored database. */
export const releases = (await readdir(directory)).map((file) => file.replace('.sql.gz', ''));

/** Test key of all of them. */
export const MASTER_KEY = '6Gw1oFuU/nEDMTK7zB9feXx2kw0KXu6AL+pctCrx84c=';

const load = async (file: string): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  const script = gunzipSync(await readFile(file)).toString();
  // A separate client, because the script changes session settings such as the search path.
  const client = await database.pool.connect();
  await client.query(script).finally(() => client.release(true));
  return database;
};

/** Loads a database as a release left it. */
export const loadDatabase = (release: string): Promise<TestDatabase> =>
  load(join(directory, `${release}.sql.gz`));

/** Loads a database of 1.0.0 with data that later releases refuse or correct. */
export const loadOdd = (): Promise<TestDatabase> => load(join(import.meta.dirname, 'odd/1.0.0.sql.gz'));
