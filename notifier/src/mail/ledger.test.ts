import { randomUUID } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createLedger, type Claim, type Ledger } from './ledger.ts';
import type { Mail } from './transport.ts';
import { createMailWorker, type MailWorkerDeps } from './worker.ts';

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
  ledger = ledgerWith(30_000);
});
afterAll(() => database.close());

const ledgerWith = (lease: number) =>
  createLedger({ pool: database.pool, newId: randomUUID, host: 'visita.example', lease });
const newJob = (): MailJob => ({ template: 'welcome', eventId: randomUUID(), about: randomUUID() });
const claimed = async (job: MailJob, from = ledger): Promise<Claim> => {
  const claim = await from.claim(job);
  if (typeof claim === 'string') throw new Error(claim);
  return claim;
};

describe('the ledger', () => {
  test('gives a mail to one of many workers', async () => {
    const job = newJob();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ledger.claim(job)));
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(9);
  });

  test('sent and dropped are final', async () => {
    for (const state of ['sent', 'dropped'] as const) {
      const job = newJob();
      await ledger.settle(await claimed(job), state);
      expect(await ledger.claim(job)).toBe('settled');
    }
  });

  test('a failed mail is claimed again, with the same message id', async () => {
    const job = newJob();
    const first = await claimed(job);
    await ledger.fail(first, 'EENVELOPE 450');
    const second = await claimed(job);
    expect(second).toEqual({ ...first, claimId: second.claimId });
    expect(first.messageId).toBe(`<${job.eventId}.welcome@visita.example>`);
  });

  test("after the lease a dead worker's claim passes to another worker and loses its rights", async () => {
    const job = newJob();
    const dead = await claimed(job, ledgerWith(0));
    const heir = await claimed(job);
    expect(await ledger.confirm(dead, [])).toBe(false);
    expect(await ledger.settle(dead, 'dropped')).toBe(false);
    expect(await ledger.confirm(heir, [])).toBe(true);
    expect(await ledger.settle(heir, 'sent')).toBe(true);
    expect(await ledger.claim(job)).toBe('settled');
  });

  test('settles again if the first confirmation was lost', async () => {
    const claim = await claimed(newJob());
    expect(await ledger.settle(claim, 'sent')).toBe(true);
    expect(await ledger.settle(claim, 'sent')).toBe(true);
    expect(await ledger.settle(claim, 'dropped')).toBe(false);
  });

  test('two mails of one event are separate', async () => {
    const job = newJob();
    await claimed(job);
    expect(typeof (await ledger.claim({ ...job, template: 'booked-by-pro' }))).toBe('object');
  });
});

describe('a worker', () => {
  const mail = {
    to: 'ada@example.com',
    from: 'Visita',
    subject: 's',
    text: 't',
    html: 'h',
    language: 'it' as const,
    subjects: [],
  };
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const workerWith = (changes: Partial<MailWorkerDeps> = {}) => {
    const sent: Mail[] = [];
    const warnings: string[] = [];
    const send = async (one: Mail) => void sent.push(one);
    const work = createMailWorker({
      ledger,
      transport: { send },
      compose: async () => mail,
      log: {
        info: () => undefined,
        warn: (_details: object, message: string) => void warnings.push(message),
      },
      patience: 5_000,
      now: () => new Date(),
      ...changes,
    });
    return { sent, work, warnings };
  };

  test('two workers at once send one mail', async () => {
    const [one, two] = [workerWith(), workerWith()];
    const jobs = Array.from({ length: 20 }, newJob);
    await Promise.allSettled(jobs.flatMap((job) => [one.work(job), two.work(job)]));
    const ids = [...one.sent, ...two.sent].map(({ messageId }) => messageId);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('a repeated job sends nothing more', async () => {
    const { sent, work } = workerWith();
    const job = newJob();
    await work(job);
    await work(job);
    expect(sent).toHaveLength(1);
  });

  test('a pointless mail is dropped for good', async () => {
    const job = newJob();
    await workerWith({ compose: async () => null }).work(job);
    const { sent, work } = workerWith();
    await work(job);
    expect(sent).toEqual([]);
  });

  test("a refusal is retried and logged without the server's words", async () => {
    const job = newJob();
    const refusal = Object.assign(new Error('<ada@example.com> unknown'), {
      code: 'EENVELOPE',
      responseCode: 450,
    });
    const refusing = { send: async () => Promise.reject(refusal) };
    const failed = workerWith({ transport: refusing }).work(job);
    await expect(failed).rejects.toThrow('mail not sent: EENVELOPE 450');
    const { sent, work } = workerWith();
    await work(job);
    expect(sent).toHaveLength(1);
  });

  test('a mail is not sent again while a silent server may still accept it', async () => {
    const job = newJob();
    const silent = { send: () => new Promise<void>(() => undefined) };
    await expect(workerWith({ transport: silent, patience: 10 }).work(job)).rejects.toThrow('ENOANSWER');
    const { sent, work } = workerWith();
    await expect(work(job)).rejects.toThrow('another worker');
    expect(sent).toEqual([]);
  });

  test('a sent mail is recorded despite a temporary loss of the database', async () => {
    const job = newJob();
    let failures = 2;
    const settle: Ledger['settle'] = async (...given) => {
      if (failures-- > 0) throw away;
      return ledger.settle(...given);
    };
    const { sent, work } = workerWith({ ledger: { ...ledger, settle } });
    await work(job);
    await work(job);
    expect(sent).toHaveLength(1);
    expect(await ledger.claim(job)).toBe('settled');
  });

  test('gives up recording after a while', async () => {
    let time = 0;
    let attempts = 0;
    const settle = async () => {
      attempts += 1;
      time += 150_000;
      throw new Error('refused');
    };
    const { work } = workerWith({ ledger: { ...ledger, settle }, now: () => new Date(time) });
    await expect(work(newJob())).rejects.toThrow('refused');
    expect(attempts).toBe(2);
  });

  test('a claim lost during delivery is logged for the operator', async () => {
    const { sent, work, warnings } = workerWith({ ledger: { ...ledger, settle: async () => false } });
    await work(newJob());
    expect(sent).toHaveLength(1);
    expect(warnings).toEqual(['mail sent, but its claim was lost before that was recorded']);
  });

  test('a worker that lost its claim while writing does not send', async () => {
    const { sent, work } = workerWith({ ledger: { ...ledgerWith(0), confirm: async () => false } });
    await expect(work(newJob())).rejects.toThrow('mail not sent');
    expect(sent).toEqual([]);
  });
});
