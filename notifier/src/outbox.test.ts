import { randomUUID } from 'node:crypto';
import type { CalendarJob, MailJob } from '@visita/contracts/jobs';
import { migrate } from '@visita/platform/postgres/migrate';
import { openJobs } from '@visita/platform/jobs/open';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { redisKind } from '@visita/platform/testing/services/kinds';
import { freePort } from '@visita/platform/machine/free-port';
import { hasBinary, startBinary } from '@visita/platform/testing/services/service';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { jobIdOf } from './mail-job-id.ts';

import { createMailWorker } from './mail/worker.ts';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createLedger } from './mail/ledger.ts';
import { createOutbox, type OutboxDeps, type OutboxJobs } from './outbox.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(() => database.close());

const newMail = (): MailJob => ({ template: 'welcome', eventId: randomUUID(), about: randomUUID() });
const newEntry = (): CalendarJob => ({ proId: randomUUID(), bookingId: randomUUID() });
const now = { patience: 0, limit: 200 };
const day = 86_400_000;
const outboxOn = (jobs: OutboxJobs, clock: OutboxDeps['now'] = () => new Date()) =>
  createOutbox({ jobs, pool: database.pool, log: silent, now: clock });

/** A job store that records queued jobs and runs them on command. */
const doubleStore = () => {
  const queued: string[] = [];
  const handlers = new Map<string, (payload: never, job: never) => Promise<void>>();
  const jobs: OutboxJobs = {
    add: async (queue, name, payload, { id }) =>
      void queued.push(`${queue} ${name} ${id} ${JSON.stringify(payload)}`),
    work: async (queue, handler) => void handlers.set(queue, handler),
    remove: async () => undefined,
  };
  const run = (queue: string, payload: object, id: string) =>
    handlers.get(queue)!(payload as never, { id, name: '', attempt: 1 } as never);
  return { jobs, queued, run };
};

describe('a job', () => {
  it('is queued again until it is done, and not after', async () => {
    const { jobs, queued, run } = doubleStore();
    const outbox = outboxOn(jobs);
    let broken = true;
    await outbox.work('mail', async () => (broken ? Promise.reject(new Error('down')) : undefined), {
      concurrency: 1,
    });
    const mail = newMail();
    await outbox.add('mail', 'welcome', mail, { id: 'a', priority: 1 });
    await expect(run('mail', mail, 'a')).rejects.toThrow('down');
    expect(await outbox.queueDue(now)).toBe(1);
    expect(queued[1]).toBe(queued[0]);
    broken = false;
    await run('mail', mail, 'a');
    expect(await outbox.queueDue(now)).toBe(0);
    // Added again by a process that repeats work since its checkpoint.
    await outbox.add('mail', 'welcome', mail, { id: 'a' });
    expect(await outbox.queueDue(now)).toBe(0);
  });

  it('waits the given time before it is queued again', async () => {
    const { jobs } = doubleStore();
    const outbox = outboxOn(jobs);
    await outbox.add('calendar', 'sync', newEntry(), { id: 'a' });
    expect(await outbox.queueDue({ ...now, patience: day })).toBe(0);
    expect(await outbox.queueDue({ ...now, patience: 0 })).toBe(1);
    expect(await outbox.queueDue({ ...now, patience: day })).toBe(0);
  });

  it('is kept if the job store could not be reached, until it is removed or expires', async () => {
    const { jobs } = doubleStore();
    const outbox = outboxOn({ ...jobs, add: () => Promise.reject(new Error('absent')) });
    await expect(outbox.add('mail', 'welcome', newMail(), { id: 'a' })).rejects.toThrow('absent');
    const later = outboxOn(jobs);
    expect(await later.queueDue(now)).toBe(1);
    await later.remove('mail', 'a');
    expect(await later.queueDue(now)).toBe(0);
    await later.add('mail', 'welcome', newMail(), { id: 'b' });
    await later.forget();
    expect(await later.queueDue(now)).toBe(1);
    await outboxOn(jobs, () => new Date(Date.now() + 7 * day)).forget();
    expect(await later.queueDue(now)).toBe(0);
  });

  it('is not run if it was removed while being queued again', async () => {
    const { jobs, queued, run } = doubleStore();
    const done: string[] = [];
    let taken = async (): Promise<void> => undefined;
    const slow: OutboxJobs = {
      ...jobs,
      add: async (queue, name, payload, options) => {
        await taken();
        await jobs.add(queue, name, payload, options);
      },
    };
    const outbox = outboxOn(slow);
    await outbox.work('mail', async (_mail, { id }) => void done.push(id), { concurrency: 1 });
    const mail = newMail();
    await outbox.add('mail', 'welcome', mail, { id: 'a' });
    taken = () => outbox.remove('mail', 'a');
    expect(await outbox.queueDue(now)).toBe(1);
    expect(queued).toHaveLength(2);
    await run('mail', mail, 'a');
    expect(done).toEqual([]);
    // Queued by a release without the outbox.
    await run('mail', mail, 'b');
    expect(done).toEqual(['b']);
  });

  it('is not sent if it was removed while a worker had it', async () => {
    const { jobs } = doubleStore();
    const outbox = outboxOn(jobs);
    const ledger = createLedger({ pool: database.pool, newId: randomUUID, host: 'a.example', lease: 30_000 });
    const mail = newMail();
    const id = jobIdOf(mail);
    await outbox.add('mail', 'welcome', mail, { id });
    const claim = await ledger.claim(mail);
    if (typeof claim === 'string') throw new Error(claim);
    await outbox.remove('mail', id);
    expect(await ledger.confirm(claim, [])).toBe(false);
    expect(await outbox.queueDue(now)).toBe(0);
  });

  it('does not wait for others that cannot be queued, and unknown shapes are given up', async () => {
    const { jobs, queued } = doubleStore();
    const refusing: OutboxJobs = {
      ...jobs,
      add: async (queue, name, payload, options) => {
        if (options.id === 'refused') throw new Error('refused');
        await jobs.add(queue, name, payload, options);
      },
    };
    const outbox = outboxOn(refusing);
    await outbox.add('mail', 'welcome', newMail(), { id: 'strange' });
    await database.pool.query(`update notifier.outbox set payload = '{}'`);
    await expect(outbox.add('mail', 'welcome', newMail(), { id: 'refused' })).rejects.toThrow('refused');
    await outbox.add('mail', 'welcome', newMail(), { id: 'sound' });
    await expect(outbox.queueDue(now)).rejects.toThrow('refused');
    expect(queued).toHaveLength(3);
    expect(queued[2]).toBe(queued[1]);
    const later = outboxOn(jobs);
    expect(await later.queueDue(now)).toBe(2);
  });
});

const missing = hasBinary(redisKind) ? '' : ` (no ${redisKind.binary})`;

describe.skipIf(missing)(`a wiped Redis${missing}`, () => {
  it('loses and duplicates no mail and no calendar entry', async () => {
    const port = await freePort();
    // Without a given directory, each start has a temporary one.
    let redis = await startBinary(redisKind, { port });
    onTestFinished(() => redis.stop());
    const open = () =>
      openJobs({ redisUrl: `redis://127.0.0.1:${port}`, databaseUrl: database.url, log: silent });
    const [asking, working] = [await open(), await open()];
    onTestFinished(async () => void (await Promise.all([asking.close(), working.close()])));
    const asked = outboxOn(asking);
    const [mail, entry] = [newMail(), newEntry()];
    await asked.add('mail', 'welcome', mail, { id: mail.eventId });
    await asked.add('calendar', 'sync', entry, { id: entry.bookingId });
    await redis.stop();
    redis = await startBinary(redisKind, { port });

    const done: string[] = [];
    const send = createMailWorker({
      ledger: createLedger({ pool: database.pool, newId: randomUUID, host: 'a.example', lease: 30_000 }),
      transport: { send: async ({ to }) => void done.push(to) },
      compose: async ({ about }) => ({ ...composed, to: about }),
      log: silent,
      patience: 5_000,
      now: () => new Date(),
    });
    const outbox = outboxOn(working);
    await outbox.work('mail', (job) => send(job), { concurrency: 4 });
    await outbox.work('calendar', async ({ bookingId }) => void done.push(bookingId), { concurrency: 1 });
    const proof = newMail();
    await outbox.add('mail', 'welcome', proof, { id: proof.eventId });
    // The queue works again and has lost its former jobs.
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([proof.about]);
    await expect
      .poll(async () => (await outbox.queueDue(now)) === 0 && done.length, { timeout: 20_000 })
      .toBe(3);
    expect(done.toSorted()).toEqual([mail.about, proof.about, entry.bookingId].toSorted());
  }, 60_000);
});

const composed = {
  from: 'Visita',
  subject: 's',
  text: 't',
  html: 'h',
  language: 'it' as const,
  subjects: [],
};
