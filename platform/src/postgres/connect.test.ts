import { expect, inject, it } from 'vitest';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';

it('has closed all connections after close', async () => {
  await using own = await createTestDatabase(inject('databaseUrl'));
  const open = async () => {
    const { rows } = await own.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where application_name like 'leaving%'`,
    );
    return rows[0]?.count;
  };
  for (let turn = 0; turn < 5; turn += 1) {
    const database = connectDatabase({ url: own.url, log: silent, applicationName: 'leaving' });
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query('select pg_sleep(0.05)')));
    expect(await open()).toBe(10);
    await database.close();
    expect(await open()).toBe(0);
  }
});
