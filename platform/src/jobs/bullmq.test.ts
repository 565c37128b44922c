import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { openPostgresBackend } from './backends.ts';
import { createJobs } from './bullmq.ts';
import { describeJobs } from '../../testing/jobs.contract.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const open = async (options: { attempts: number; backoff: number }) =>
  createJobs({
    ...options,
    backend: await openPostgresBackend({ url: database.url, log: silent }),
    log: silent,
  });

describeJobs('BullMQ on PostgreSQL', open, async () => {
  await database.pool.query('drop schema bullmq cascade');
});

describe('jobs: BullMQ on PostgreSQL', () => {
  it('survives connections that the database closes, on both sides', async () => {
    const jobs = await open({ attempts: 3, backoff: 10 });
    const done: string[] = [];
    await jobs.work('mail', async (_payload, { id }) => void done.push(id), { concurrency: 1 });
    const mail = {
      template: 'welcome',
      eventId: '0190a7a0-0000-7000-8000-000000000001',
      about: 'x',
    } as const;
    await jobs.add('mail', 'welcome', mail, { id: 'before' });
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['before']);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const add = () =>
      jobs.add('mail', 'welcome', mail, { id: 'after' }).then(
        () => true,
        () => false,
      );
    await expect.poll(add, { timeout: 10_000 }).toBe(true);
    // The first job is repeated if it could not be marked as done.
    await expect.poll(() => done, { timeout: 10_000 }).toContain('after');
    await jobs.close();
  });
});
