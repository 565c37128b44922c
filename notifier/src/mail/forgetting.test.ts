import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createForgetting } from './forgetting.ts';
import { createLedger } from './ledger.ts';
import { createFileTransport } from './transport.ts';
import { type Composed, createMailWorker } from './worker.ts';

const lease = 30_000;
let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
  directory = await mkdtemp(join(tmpdir(), 'visita-mails-'));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

/** Milliseconds to wait for a mail in delivery; 0 to keep tests fast. */
const open = ({ patience = 0 } = {}) => {
  const transport = createFileTransport(directory, 'Visita <no-reply@visita.example>');
  const ledger = createLedger({ pool: database.pool, newId: randomUUID, host: 'visita.example', lease });
  const removed: string[] = [];
  const removeJob = async (id: string) => void removed.push(id);
  const forget = createForgetting({ pool: database.pool, transport, removeJob, lease, patience });
  const workerOf = (subjects: readonly Subject[], send = transport.send) => {
    const mail: Composed = {
      to: 'ada@example.com',
      from: 'Visita',
      subject: 's',
      text: 't',
      html: 'h',
      language: 'it',
      subjects,
    };
    const log = { info: () => undefined, warn: () => undefined };
    const now = () => new Date();
    return createMailWorker({
      ledger,
      transport: { send },
      compose: async () => mail,
      log,
      patience: 5_000,
      now,
    });
  };
  return { ledger, forget, removed, workerOf };
};
const newJob = (): MailJob => ({ template: 'confirmed', eventId: randomUUID(), about: randomUUID() });
const newSubject = (): Subject => `patient-${randomUUID()}`;
const filesOf = async ({ eventId }: MailJob) =>
  (await readdir(directory)).filter((file) => file.includes(eventId));
const stateOf = async ({ eventId }: MailJob) => {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state from notifier.mails where event_id = $1',
    [eventId],
  );
  return rows[0]?.state;
};

test('mail files are removed, finished or not; those of others stay', async () => {
  const { forget, workerOf } = open();
  const [ada, bea] = [newSubject(), newSubject()];
  const [sent, both, others] = [newJob(), newJob(), newJob()];
  await workerOf([ada])(sent);
  await workerOf([bea, ada])(both);
  await workerOf([bea])(others);
  const [file] = await filesOf(sent);
  await writeFile(join(directory, `${file}.part`), 'half a mail');
  expect(await filesOf(both)).toHaveLength(2);
  await forget(ada);
  await forget(ada);
  expect([await filesOf(sent), await filesOf(both)]).toEqual([[], []]);
  expect(await filesOf(others)).toHaveLength(2);
  expect(await stateOf(sent)).toBe('sent');
});

test('a failed mail is dropped with its job, and none follows', async () => {
  const { forget, removed, workerOf } = open();
  const ada = newSubject();
  const [failed, later] = [newJob(), newJob()];
  await expect(workerOf([ada], async () => Promise.reject(new Error('refused')))(failed)).rejects.toThrow();
  await forget(ada);
  expect(await stateOf(failed)).toBe('dropped');
  expect(removed).toEqual([`${failed.eventId}_confirmed`]);
  await workerOf([ada])(failed);
  await expect(workerOf([ada])(later)).rejects.toThrow('mail not sent');
  expect([await filesOf(failed), await filesOf(later)]).toEqual([[], []]);
});

test('a mail in delivery is waited for, then deleted', async () => {
  const { forget, workerOf } = open({ patience: 5_000 });
  const [ada, job] = [newSubject(), newJob()];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const sending = workerOf([ada], async (mail) => {
    begun.resolve();
    await held.promise;
    return createFileTransport(directory, 'Visita').send(mail);
  })(job);
  await begun.promise;
  const forgotten = forget(ada);
  held.resolve();
  await sending;
  await forgotten;
  expect(await filesOf(job)).toEqual([]);
});

test('a mail in delivery for too long is an error, so that deleting is retried', async () => {
  const { ledger, forget, workerOf } = open();
  const [ada, bea] = [newSubject(), newSubject()];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const sending = workerOf([ada], async () => {
    begun.resolve();
    await held.promise;
  })(newJob());
  await begun.promise;
  await expect(forget(ada)).rejects.toThrow('in delivery');
  held.resolve();
  await sending;
  await forget(ada);

  // The mail was claimed before, with unknown subjects: it may be about any person.
  const claim = await ledger.claim(newJob());
  if (typeof claim === 'string') throw new Error(claim);
  await expect(forget(bea)).rejects.toThrow('in delivery');
  expect(await ledger.confirm(claim, [bea])).toBe(false);
  await ledger.fail(claim, 'refused');
  await forget(bea);
  // The mail is claimed afterwards: the ledger checks its subjects.
  await ledger.claim(newJob());
  await forget(bea);
});
