import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';
import { isUpdateComplete } from './generation.ts';

it('waits for processes of an earlier generation, whatever they do', async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.close());
  const database = connectDatabase({ url: own.url, log: silent });
  onTestFinished(() => database.close());
  expect(await isUpdateComplete(database.pool)).toBe(true);
  for (const name of ['visita', 'visita listen', 'visita-jobs', 'visita 1']) {
    const older = new Client({ connectionString: own.url, application_name: name });
    await older.connect();
    expect(await isUpdateComplete(database.pool), name).toBe(false);
    await older.end();
    await expect.poll(() => isUpdateComplete(database.pool)).toBe(true);
  }
});

it('ignores later generations and other programs', async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.close());
  const database = connectDatabase({ url: own.url, log: silent });
  onTestFinished(() => database.close());
  for (const name of ['visita 3', 'visita listen 10', 'psql', 'visitas', '']) {
    const other = new Client({ connectionString: own.url, application_name: name });
    await other.connect();
    expect(await isUpdateComplete(database.pool), name).toBe(true);
    await other.end();
  }
});
