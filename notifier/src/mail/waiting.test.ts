import { randomUUID } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { openJobs } from '@visita/platform/jobs/open';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { waitingMails } from '@visita/read-model/mail/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createOutbox } from '../outbox.ts';
import { createOutboxPoller } from '../outbox-poller.ts';
import { jobIdOf } from '../mail-job-id.ts';

import { createLedger } from './ledger.ts';
import { createMailWorker } from './worker.ts';

const hours = 3_600_000;
const composed = {
  from: 'Visita',
  subject: 's',
  text: 't',
  html: 'h',
  language: 'it' as const,
  subjects: [],
};
const newMail = (about: string, template: MailJob['template'] = 'booked-by-pro'): MailJob => ({
  template,
  eventId: randomUUID(),
  about,
});

let database: TestDatabase;
let close: () => Promise<void> = async () => undefined;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(async () => {
  await close();
  await database.close();
});

/** A notifier with its job store in PostgreSQL, and a mail server that can be stopped. */
const scene = async () => {
  let at = Date.now();
  let [isThere, refuses] = [true, false];
  let tried = 0;
  const sent: string[] = [];
  const late: string[] = [];
  const now = () => new Date(at);
  const jobs = await openJobs({ redisUrl: null, databaseUrl: database.url, log: silent });
  close = () => jobs.close();
  const transport = {
    send: async ({ to }: { to: string }) => {
      tried += 1;
      if (!isThere || refuses) throw Object.assign(new Error('away'), { code: 'ECONNECTION' });
      sent.push(to);
    },
    answers: async () => isThere,
  };
  const outbox = createOutbox({ jobs, pool: database.pool, log: silent, now });
  const work = createMailWorker({
    ledger: createLedger({ pool: database.pool, newId: randomUUID, host: 'a.example', lease: 30_000 }),
    transport,
    compose: async ({ about }) => ({ ...composed, to: about }),
    log: silent,
    patience: 5_000,
    now,
  });
  const begin = () => outbox.work('mail', (job) => work(job), { concurrency: 1 });
  const poller = createOutboxPoller({
    outbox,
    transport,
    late: async ({ about }) => void late.push(about),
    log: silent,
  });
  const add = (mail: MailJob, expires?: Date) =>
    outbox.add('mail', mail.template, mail, { id: jobIdOf(mail), expires });
  return {
    jobs,
    sent,
    late,
    add,
    begin,
    now,
    poll: () => poller.poll(),
    advance: (milliseconds: number) => void (at += milliseconds),
    serverIs: (there: boolean) => void (isThere = there),
    refuse: () => void (refuses = true),
    tries: () => tried,
    waiting: async () => (await waitingMails(database.pool, now())).count,
  };
};

describe('while the mail server is down', () => {
  it('mails are tried once, use up no attempt, and go out in order when it is back', async () => {
    const { jobs, sent, add, begin, poll, advance, serverIs, tries, waiting } = await scene();
    serverIs(false);
    await begin();
    const names = ['ada', 'bea', 'carla', 'dora'];
    for (const [nth, name] of names.entries()) {
      await add(newMail(name));
      advance(1_000);
      await expect.poll(tries).toBe(nth + 1);
    }
    await expect.poll(async () => (await jobs.counts('mail')).active).toBe(0);
    for (let quarter = 0; quarter < 8; quarter += 1) {
      advance(hours / 4);
      await poll();
    }
    expect(tries(), 'each was tried once in two hours').toBe(4);
    expect(await jobs.counts('mail')).toMatchObject({ parked: 0, delayed: 0, waiting: 0 });
    expect(await waiting()).toBe(4);
    serverIs(true);
    await poll();
    await expect.poll(() => sent.length).toBe(4);
    expect(sent).toEqual(names);
    await expect.poll(waiting).toBe(0);
  });

  it('an expired link is dropped and logged, the other mails are sent', async () => {
    const { sent, late, add, begin, poll, now, advance, serverIs, tries, waiting } = await scene();
    serverIs(false);
    await begin();
    await add(newMail('link', 'password-reset'), new Date(now().getTime() + hours));
    await add(newMail('news'));
    await expect.poll(tries).toBe(2);
    advance(2 * hours);
    await expect
      .poll(async () => {
        await poll();
        return late;
      })
      .toEqual(['link']);
    serverIs(true);
    await poll();
    await expect.poll(() => sent).toEqual(['news']);
    await expect.poll(waiting).toBe(0);
  });
});

it('a failure while the mail server answers is an attempt, retried by the job store', async () => {
  const { jobs, add, begin, refuse, tries } = await scene();
  refuse();
  await begin();
  await add(newMail('ada'));
  await expect.poll(tries).toBe(1);
  await expect.poll(async () => (await jobs.counts('mail')).delayed).toBe(1);
});

it('mails parked by 1.0.0 during an outage are sent after the upgrade', async () => {
  const { jobs, sent, add, begin, poll } = await scene();
  const mail = newMail('ada');
  await add(mail);
  const id = jobIdOf(mail);
  await database.pool.query(
    "update notifier.outbox set failure = 'ESOCKET', attempts = 12, claimed_at = now(), message_id = '<m>' where job_id = $1",
    [id],
  );
  // BullMQ's state of a job without attempts left.
  await jobs.remove('mail', id);
  const { up } = notifierMigrations['0009-waiting-mails']!;
  await database.knex.raw('alter table notifier.outbox drop column waits');
  await database.knex.transaction(async (knex) => {
    await knex.raw('set local search_path to notifier');
    await up(knex);
  });
  await begin();
  await poll();
  await expect.poll(() => sent).toEqual(['ada']);
});
