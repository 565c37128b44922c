import { randomUUID } from 'node:crypto';
import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import { createOutbox } from '@visita/notifier/outbox';
import type { Performed } from '../record.ts';
import { migrate } from '@visita/platform/postgres/migrate';
import { openPostgresBackend } from '@visita/platform/jobs/backends';
import { createJobs } from '@visita/platform/jobs/bullmq';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listParked, settleParked, showParked, takingBack } from './parked.ts';

let database: TestDatabase;
const now = () => new Date();
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it('lists, retries and drops parked jobs, and records both', async () => {
  const backend = await openPostgresBackend({ url: database.url, log: silent });
  const jobs = createJobs({ backend, log: silent, attempts: 1, backoff: 1 });
  let down = true;
  const sent: string[] = [];
  await jobs.work(
    'mail',
    async (_mail, { id }) => {
      if (down) throw Object.assign(new Error('mail for ada@example.com refused'), { code: 'ECONNREFUSED' });
      sent.push(id);
    },
    { concurrency: 1 },
  );
  const mail = { template: 'welcome', eventId: randomUUID(), about: randomUUID() } as const;
  for (const id of ['one', 'two']) await jobs.add('mail', 'welcome', mail, { id });
  await vi.waitFor(async () => expect(await jobs.parked('mail')).toHaveLength(2), 20_000);

  const recorded: Performed[] = [];
  const record = async (performed: Performed) => String(recorded.push(performed));
  const desk = { jobs: await takingBack({ jobs, pool: database.pool, log: silent, now }), record };
  const { text, answer } = await listParked(desk);
  expect(text).toMatch(/^\S+ {2}mail welcome {2}1 attempts {2}Error ECONNREFUSED {2}(one|two)\n/);
  expect(text).toMatch(/\n2 parked\.$/);
  expect(text).not.toContain('ada@example.com');
  expect(answer).toMatchObject({ parked: [{ queue: 'mail', attempts: 1 }, { queue: 'mail' }] });
  expect(await showParked(desk, ['one'])).toMatchObject({ answer: { job: { id: 'one', payload: mail } } });
  await expect(showParked(desk, ['another'])).rejects.toThrow('no parked job another');
  await expect(settleParked(desk, 'retry', { ids: ['another'], all: false })).rejects.toThrow('another');
  expect(recorded).toEqual([]);

  down = false;
  const dropped = await settleParked(desk, 'drop', { ids: ['two'], all: false });
  expect(dropped.answer).toEqual({ dropped: ['two'] });
  expect((await settleParked(desk, 'retry', { ids: [], all: true })).answer).toEqual({ retried: ['one'] });
  await vi.waitFor(() => expect(sent).toEqual(['one']), 20_000);
  expect((await listParked(desk)).text).toBe('0 parked.');
  expect(recorded).toEqual([
    { operation: 'parked drop', targets: ['two'], counts: { jobs: 1 } },
    { operation: 'parked retry', targets: ['one'], counts: { jobs: 1 } },
  ]);
  await jobs.close();
}, 60_000);

it('also drops the job from the outbox, so that it is not queued again', async () => {
  await migrate(database.knex, notifierSchema, notifierMigrations);
  const backend = await openPostgresBackend({ url: database.url, log: silent });
  const jobs = createJobs({ backend, log: silent, attempts: 1, backoff: 1 });
  const outbox = createOutbox({ jobs, pool: database.pool, log: silent, now });
  await outbox.work('mail', () => Promise.reject(new Error('refused')), { concurrency: 1 });
  const mail = { template: 'welcome', eventId: randomUUID(), about: randomUUID() } as const;
  await outbox.add('mail', 'welcome', mail, { id: 'one' });
  await vi.waitFor(async () => expect(await jobs.parked('mail')).toHaveLength(1), 20_000);
  expect(await outbox.queueDue({ patience: 0, limit: 10 })).toBe(1);

  const desk = {
    jobs: await takingBack({ jobs, pool: database.pool, log: silent, now }),
    record: async () => randomUUID(),
  };
  await settleParked(desk, 'drop', { ids: ['one'], all: false });
  expect(await jobs.parked('mail')).toEqual([]);
  expect(await outbox.queueDue({ patience: 0, limit: 10 })).toBe(0);
  await jobs.close();
}, 60_000);
