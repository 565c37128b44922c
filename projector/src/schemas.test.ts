import { createTestDatabase } from '@visita/platform/testing/database';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { aloneOrNot } from './schemas.ts';

const nothing = () => Promise.resolve();

/** Delays the end of sessions: on a busy machine a session outlives its client for a while. */
const endingLate = (pool: Pool) => {
  const ending: (() => void)[] = [];
  const connect = async () => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = () => void ending.push(() => release(true));
    return client;
  };
  return {
    pool: { connect } as Pool,
    [Symbol.dispose]: () => {
      for (const end of ending) end();
    },
  };
};

test('the lock on the schemas passes to the next session at once', async () => {
  await using database = await createTestDatabase();
  using late = endingLate(database.pool);
  expect(await aloneOrNot(late.pool, nothing)).toBe(true);
  const failing = aloneOrNot(late.pool, () => Promise.reject(new Error('cannot')));
  await expect(failing).rejects.toThrow('cannot');
  expect(await aloneOrNot(late.pool, nothing)).toBe(true);
});

test('one session at a time works on the schemas', async () => {
  await using database = await createTestDatabase();
  await aloneOrNot(database.pool, async () => {
    expect(await aloneOrNot(database.pool, nothing)).toBe(false);
  });
});
