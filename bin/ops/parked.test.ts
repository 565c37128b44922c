import { randomUUID } from 'node:crypto';
import { openPostgresBackend } from '@visita/platform/jobs/backends';
import { createJobs } from '@visita/platform/jobs/bullmq';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listParked } from './parked.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it('shows what failed too often, and has it tried again', async () => {
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
  await jobs.add('mail', 'welcome', mail, { id: 'one' });
  await vi.waitFor(async () => expect(await jobs.parked('mail')).toHaveLength(1), 10_000);

  let text = '';
  const ask = (retry?: string, retryAll = false, json = false) => {
    text = '';
    return listParked(jobs, { retry, retryAll, json }, (more) => (text += more));
  };
  expect(await ask()).toBe(0);
  expect(text).toMatch(/^\S+ {2}mail welcome {2}1 attempts {2}Error ECONNREFUSED {2}one\n1 parked\.\n$/);
  expect(text).not.toContain('ada@example.com');
  expect(await ask('another')).toBe(1);
  await ask(undefined, false, true);
  expect(JSON.parse(text)).toMatchObject({
    parked: [{ queue: 'mail', id: 'one', attempts: 1 }],
    retried: false,
  });

  down = false;
  expect(await ask('one')).toBe(0);
  await vi.waitFor(() => expect(sent).toEqual(['one']), 10_000);
  await ask(undefined, true);
  expect(text).toBe('0 parked.\n');
  await jobs.close();
});
