import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createReadModels } from '@visita/read-model/schema';
import { createCleanup } from './cleanup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createReadModels(database, 'read');
});
afterAll(() => database.close());

test('dead rows are vacuumed, on every request', async () => {
  const { pool } = database;
  const client = await pool.connect();
  try {
    await client.query(
      `insert into read.patients (patient_id, pro_id, email, restricted, erased)
        select gen_random_uuid(), gen_random_uuid(), 'carla@example.com', false, false from generate_series(1, 100)`,
    );
    await client.query('update read.patients set email = null');
    // Flushes this session's counters; otherwise they would arrive after those of the vacuum.
    await client.query('select pg_stat_force_next_flush()');
  } finally {
    client.release();
  }
  const cleanup = createCleanup({ pool, log: silent, followPrevious: async () => true });
  for (let time = 0; time < 5; time += 1) cleanup.ask();
  await cleanup.stop();
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ name: string; dead: number }>(
      `select relname as name, n_dead_tup::int as dead from pg_stat_user_tables
        where schemaname = 'read' and last_vacuum is not null order by relname`,
    );
    expect(rows).toEqual(['blocks', 'bookings', 'patients', 'pros'].map((name) => ({ name, dead: 0 })));
  }, 10_000);
});

test('the projector goes on if the cleanup fails', async () => {
  const broken = { connect: async () => Promise.reject(new Error('no connection')) };
  const cleanup = createCleanup({ pool: broken as never, log: silent, followPrevious: async () => true });
  cleanup.ask();
  await cleanup.stop();
});

test('a failed cleanup is tried again', async () => {
  const { pool } = database;
  const answers = [() => Promise.reject(new Error('no connection')), async () => false, async () => true];
  let asked = 0;
  const done = Promise.withResolvers<void>();
  const followPrevious = () => {
    asked += 1;
    if (asked === answers.length) done.resolve();
    return answers[asked - 1]!();
  };
  const cleanup = createCleanup({ pool, log: silent, followPrevious, pause: 1 });
  cleanup.ask();
  await done.promise;
  await cleanup.stop();
  expect(asked).toBe(answers.length);
});
