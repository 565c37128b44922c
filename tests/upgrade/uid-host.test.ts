import { tmpdir } from 'node:os';
import { readConfig } from '@visita/platform/config/config';
import { layFoundation } from '@visita/platform/runtime/foundation';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { expect, it } from 'vitest';
import { loadDatabase, MASTER_KEY } from './stored.ts';

/** Returns the host in the ids of visits when the product starts on a database under an origin. */
const hostAt = async (database: TestDatabase, origin: string): Promise<string> => {
  const settings = { VAR_DIRECTORY: tmpdir(), DATABASE_URL: database.url, MASTER_KEY, PUBLIC_ORIGIN: origin };
  const { uidHost, close } = await layFoundation({
    config: readConfig(settings),
    log: silent,
    url: database.url,
  });
  await close();
  return uidHost;
};

it('keeps the first start’s host in the ids of visits after the product moves to another domain', async () => {
  await using database = await createTestDatabase();
  const several = ['https://first.example', 'https://first.example'].map((origin) =>
    hostAt(database, origin),
  );
  expect(await Promise.all(several)).toEqual(['first.example', 'first.example']);
  expect(await hostAt(database, 'https://second.example')).toBe('first.example');
});

it('keeps the host of mails sent by 1.0.0 when it is upgraded under another domain', async () => {
  await using database = await loadDatabase('1.0.0');
  expect(await hostAt(database, 'https://second.example')).toBe('localhost');
});
