import type { DomainEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { migrate } from '@visita/platform/postgres/migrate';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { openPostgresBackend } from '@visita/platform/jobs/backends';
import { createJobs } from '@visita/platform/jobs/bullmq';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobIdOf } from '../mail-job-id.ts';

import { createLedger } from './ledger.ts';
import { createOutbox, type OutboxJobs } from '../outbox.ts';
import { createOutboxPoller } from '../outbox-poller.ts';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { timeReminders } from './reminders.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(() => database.close());

const bookingId = sampleId(4, 1);
// The visit is booked on Friday 20 at 08:00 for Monday 23 at 08:00.
const placed = sample('BookingPlaced', { confirmBy: null });
const moved = sample('BookingMoved', { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T08:30:00.000Z' });
const monday = reminderIdOf(bookingId, placed.data.start);
const tuesday = reminderIdOf(bookingId, moved.data.start);

const scene = () => {
  let at = new Date('2026-11-20T08:00:00.000Z');
  const now = () => at;
  const jobs: MailJob[] = [];
  let add: (job: MailJob) => Promise<unknown> = async (job) => jobs.push(job);
  const store: Pick<OutboxJobs, 'add' | 'remove'> = {
    add: async (_queue, _name, job) => void (await add(job as MailJob)),
    remove: async () => undefined,
  };
  const outbox = createOutbox({ jobs: store as OutboxJobs, pool: database.pool, log: silent, now });
  const { on } = timeReminders({ outbox, hours: 24, now });
  const late: MailJob[] = [];
  const poller = createOutboxPoller({
    outbox,
    transport: { answers: async () => true },
    late: async (job) => void late.push(job),
    log: silent,
  });
  /** Handles events of one booking, decided at an instant, in the given order. */
  const given = async (events: readonly DomainEvent[], time: string, order = (all: number[]) => all) => {
    const all = recorded(events).map((event) => ({ ...event, metadata: { ...event.metadata, time } }));
    for (const index of order(all.map((_, place) => place))) {
      const event = all[index]!;
      await reactionTo(on, event.type)?.(event, {} as never);
    }
  };
  const pollAt = async (instant: string): Promise<void> => {
    at = new Date(instant);
    await poller.poll();
  };
  const queuedAt = async (instant: string): Promise<string[]> => {
    jobs.length = 0;
    await pollAt(instant);
    return jobs.map(({ template, eventId }) => `${template} ${eventId}`);
  };
  const sendTo = (queue: typeof add) => {
    add = queue;
  };
  return { given, queuedAt, pollAt, sendTo, jobs };
};
const both = (id: string) => [`reminder ${id}`, `reminder-pro ${id}`];
const friday = '2026-11-20T08:00:00.000Z';

test('a reminder is queued 24 hours before, with the revision for calendars', async () => {
  const { given, queuedAt, jobs } = scene();
  await given([placed], friday);
  expect(await queuedAt('2026-11-22T07:59:59.000Z')).toEqual([]);
  expect(await queuedAt('2026-11-22T08:00:00.000Z')).toEqual(both(monday));
  expect(jobs[0]).toEqual({ template: 'reminder', eventId: monday, about: bookingId, sequence: 0 });
  expect(await queuedAt('2026-11-22T08:00:30.000Z')).toEqual([]);
});

test('a later booking has no reminder', async () => {
  const { given, queuedAt } = scene();
  await given([placed], '2026-11-22T08:00:01.000Z');
  expect(await queuedAt('2026-11-22T09:00:00.000Z')).toEqual([]);
});

test.each([
  ['in order', (all: number[]) => all],
  ['the other way round', (all: number[]) => all.toReversed()],
  ['twice', (all: number[]) => [...all, ...all]],
])('a move reschedules the reminder, in order %s', async (_, order) => {
  const { given, queuedAt } = scene();
  await given([placed, moved], friday, order);
  expect(await queuedAt('2026-11-22T09:00:00.000Z')).toEqual([]);
  expect(await queuedAt('2026-11-23T09:00:00.000Z')).toEqual(both(tuesday));
});

test('a late move removes the reminder', async () => {
  const { given, queuedAt } = scene();
  await given([placed], friday);
  const late = sample('BookingMoved', { start: '2026-11-22T08:00:00.000Z', end: '2026-11-22T08:30:00.000Z' });
  await given([placed, late], '2026-11-21T08:00:01.000Z');
  expect(await queuedAt('2026-11-21T09:00:00.000Z')).toEqual([]);
  expect(await queuedAt('2026-11-22T08:00:00.000Z')).toEqual([]);
});

test('reminders are sent even if the job store is wiped after they were queued', async () => {
  const { given, pollAt, sendTo } = scene();
  const open = async () =>
    createJobs({ backend: await openPostgresBackend({ url: database.url, log: silent }), log: silent });
  await given([placed], friday);
  const lost = await open();
  sendTo((job) => lost.add('mail', job.template, job, { id: jobIdOf(job) }));
  await pollAt('2026-11-22T08:00:00.000Z');
  await lost.close();
  await database.pool.query('drop schema bullmq cascade');

  const jobs = await open();
  const worked: string[] = [];
  await jobs.work('mail', async ({ template }) => void worked.push(template), { concurrency: 1 });
  sendTo((job) => jobs.add('mail', job.template, job, { id: jobIdOf(job) }));
  await pollAt('2026-11-22T08:10:00.000Z');
  await vi.waitFor(() => expect(worked.toSorted()).toEqual(['reminder', 'reminder-pro']), {
    timeout: 10_000,
  });
  await jobs.close();
});

test('a lost job is queued again until its mails are settled', async () => {
  const { given, queuedAt } = scene();
  await given([placed], friday);
  await queuedAt('2026-11-22T08:00:00.000Z');
  expect(await queuedAt('2026-11-22T08:10:00.000Z')).toEqual(both(monday));
  const ledger = createLedger({
    pool: database.pool,
    newId: () => crypto.randomUUID(),
    host: 'visita.example',
    lease: 1000,
  });
  for (const template of ['reminder', 'reminder-pro'] as const) {
    const claim = await ledger.claim({ template, eventId: monday, about: bookingId });
    if (typeof claim === 'string') throw new Error(claim);
    await ledger.settle(claim, template === 'reminder' ? 'sent' : 'dropped');
  }
  expect(await queuedAt('2026-11-22T08:30:00.000Z')).toEqual([]);
  // Scheduled again from the events, it is the same reminder, which was sent.
  await database.pool.query('delete from notifier.outbox where claimed_at is null');
  await given([placed], friday);
  expect(await queuedAt('2026-11-22T09:00:00.000Z')).toEqual([]);
});

test('no reminder is sent for a visit that has begun', async () => {
  const { given, queuedAt } = scene();
  await given([placed], friday);
  expect(await queuedAt('2026-11-23T08:00:00.000Z')).toEqual([]);
  const { rows } = await database.pool.query('select * from notifier.outbox');
  expect(rows).toEqual([]);
});
