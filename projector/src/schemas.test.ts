import { createTestDatabase } from '@visita/platform/testing/database';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { aloneOrNot } from './schemas.ts';

const nothing = () => Promise.resolve();

/** On a busy machine a session ends a while after its client has left. */
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

test('who has worked on the schemas leaves them to the next one at once', async () => {
  await using database = await createTestDatabase();
  using late = endingLate(database.pool);
  expect(await aloneOrNot(late.pool, nothing)).toBe(true);
  const failing = aloneOrNot(late.pool, () => Promise.reject(new Error('cannot')));
  await expect(failing).rejects.toThrow('cannot');
  expect(await aloneOrNot(late.pool, nothing)).toBe(true);
});

test('nobody works on them beside somebody else', async () => {
  await using database = await createTestDatabase();
  await aloneOrNot(database.pool, async () => {
    expect(await aloneOrNot(database.pool, nothing)).toBe(false);
  });
});
