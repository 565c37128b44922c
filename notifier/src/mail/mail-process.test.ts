import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import { recorded, sample, sampleIds } from '@visita/contracts/samples';
import { migrate } from '@visita/platform/postgres/migrate';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import type { EventStore } from '@visita/platform/event-store/port';
import { createCheckpoints, createProcessRunner } from '@visita/platform/runtime/process';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createOutbox } from '../outbox.ts';
import { createMailProcess, type MailProcessDeps } from './mail-process.ts';
import { mailsFor, priorityOf } from './mail-jobs.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(() => database.close());

const event = (type: string, data: object, actor = 'anonymous'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    correlationId: 'c',
    causationId: 'c',
    actor: actor as 'anonymous',
    time: '2026-11-20T09:00:00.000Z',
  },
});
const held = () =>
  event('BookingPlaced', { bookingId: 'b1', confirmBy: '2026-11-20T10:00:00.000Z', placedBy: 'patient' });

const openProcess = (store: EventStore, changes: Partial<MailProcessDeps> = {}) => {
  const jobs: MailJob[] = [];
  const process = createMailProcess({
    add: async (job) => void jobs.push(job),
    reached: async () => undefined,
    ...changes,
  });
  const checkpoints = createCheckpoints(database.knex, 'notifier.checkpoints');
  const now = () => new Date('2026-11-20T09:00:00.000Z');
  return { jobs, runner: createProcessRunner({ store, checkpoints, log: silent, now }, process) };
};

test('events queue their mails; other events and demo data queue none', async () => {
  const store = createMemoryEventStore();
  const asked = [
    held(),
    event('BookingPlaced', { bookingId: 'b2', confirmBy: null, placedBy: 'pro' }),
    event('ProSignedUp', { proId: 'p1' }),
    event('CollaboratorInvited', { hubId: 'h1', status: 'pending' }),
    event('EmailChangeRequested', { proId: 'q1', tokenId: 't1' }),
    event('PasswordSet', { proId: 'r1', tokenId: 't2', link: 'reset' }),
  ] as const;
  const silent = [
    event('BookingPlaced', { bookingId: 'b3', confirmBy: null, placedBy: 'pro' }, 'operator:seed'),
    event('CollaboratorInvited', { hubId: 'h2', status: 'active' }),
    event('BookingOrphaned', { bookingId: 'b2', reason: 'hub-archived' }),
    event('BookingLapsed', { bookingId: 'b2' }),
    event('PasswordSet', { proId: 'r2', tokenId: 't3', link: 'invitation' }),
  ] as const;
  await store.append('a', 'no-stream', [...silent, ...asked]);
  const { jobs, runner } = openProcess(store);
  await runner.start();
  await vi.waitFor(() => expect(jobs).toHaveLength(7));
  await runner.stop();
  expect(jobs.toSorted((a, b) => a.about.localeCompare(b.about))).toEqual([
    { template: 'confirmation-request', eventId: asked[0].id, about: 'b1', sequence: silent.length },
    { template: 'booked-by-pro', eventId: asked[1].id, about: 'b2', sequence: silent.length + 1 },
    { template: 'collaboration-invitation', eventId: asked[3].id, about: 'h1' },
    { template: 'welcome', eventId: asked[2].id, about: 'p1' },
    { template: 'email-change', eventId: asked[4].id, about: 'q1', tokenId: 't1' },
    { template: 'email-change-notice', eventId: asked[4].id, about: 'q1' },
    { template: 'password-changed', eventId: asked[5].id, about: 'r1' },
  ]);
});

test("every change of an account's access is mailed to the pro", () => {
  const told = {
    EmailChanged: 'email-changed',
    NewBrowserUsed: 'new-browser',
    LoginSlowed: 'login-slowed',
    SessionsEnded: 'sessions-ended',
    CalendarFeedCreated: 'calendar-feed-created',
    ExternalCalendarConnected: 'calendar-connected',
    FactorAdded: 'factor-added',
    FactorRemoved: 'factor-removed',
    PasskeyAdded: 'passkey-added',
    PasskeyRemoved: 'passkey-removed',
    RecoveryCodesRenewed: 'recovery-codes-renewed',
    RecoveryCodeUsed: 'recovery-code-used',
  } as const;
  for (const [type, template] of Object.entries(told) as [keyof typeof told, string][]) {
    const [changed] = recorded([sample(type)]);
    expect(mailsFor(changed!)).toEqual([{ template, eventId: changed!.id, about: sampleIds.owner }]);
  }
});

test('a sign-up with an unproven address gets the welcome mail with the link', async () => {
  const store = createMemoryEventStore();
  const proof = { tokenId: 't1', expires: '2026-11-27T09:00:00.000Z' };
  const asked = [
    event('ProSignedUp', { proId: 'p1', proof }),
    event('AddressProofRequested', { proId: 'p1', tokenId: 't2', expires: proof.expires }),
  ] as const;
  await store.append('a', 'no-stream', asked);
  const { jobs, runner } = openProcess(store);
  await runner.start();
  await vi.waitFor(() => expect(jobs).toHaveLength(2));
  await runner.stop();
  expect(jobs).toEqual(
    asked.map(({ id: eventId }, index) => ({
      template: 'address-proof',
      eventId,
      about: 'p1',
      tokenId: `t${index + 1}`,
    })),
  );
});

test('a member is told by mail whether the clinic shares its patients', () => {
  const told = recorded([sample('SharingTold'), sample('SharingTold', { shared: false })]);
  const [shared, unshared] = told;
  const about = sampleIds.guestHub;
  expect(told.flatMap(mailsFor)).toEqual([
    { template: 'patients-shared', eventId: shared!.id, about },
    { template: 'patients-unshared', eventId: unshared!.id, about },
  ]);
});

test('an invitation is mailed once the clinic has made it, with its link if it has one', () => {
  const asked = recorded([
    sample('ProInvited'),
    sample('CollaboratorInvited', { status: 'pending', tokenId: sampleIds.owner }),
    sample('CollaboratorInvited', { status: 'pending', tokenId: undefined }),
  ]);
  const [, byLink, known] = asked;
  const about = (invited: typeof byLink) => (invited!.data as { hubId: string }).hubId;
  expect(asked.flatMap(mailsFor)).toEqual([
    { template: 'invitation', eventId: byLink!.id, about: about(byLink), tokenId: sampleIds.owner },
    { template: 'collaboration-invitation', eventId: known!.id, about: about(known) },
  ]);
});

test('moves read in one batch become one mail, with the time before the first', async () => {
  const store = createMemoryEventStore();
  const [before, one, two, at] = ['08', '09', '10', '11'].map((hour) => `2026-11-23T${hour}:00:00.000Z`);
  const moved = (previous: string | undefined, start: string | undefined) =>
    event('BookingMoved', { bookingId: 'b1', by: 'pro', start, service, previous: { start: previous } });
  const { pool } = database;
  const jobs = { add: async () => undefined, work: async () => undefined, remove: async () => undefined };
  const now = () => new Date('2026-11-20T09:00:00.000Z');
  const outbox = createOutbox({ jobs, pool, log: silent, now });
  await store.append('booking-b1', 'no-stream', [moved(before, one), moved(one, two), moved(two, at)]);
  const { runner } = openProcess(store, {
    add: (mail) => outbox.follow({ topic: 'moved b1', id: mail.eventId, priority: 1, mail, pause: 60_000 }),
  });
  await runner.start();
  await vi.waitFor(async () => {
    const sql = `select payload from notifier.outbox where name = 'moved' and state = 'asked'`;
    const { rows } = await pool.query<{ payload: MailJob }>(sql);
    expect(rows).toEqual([{ payload: expect.objectContaining({ before, at }) }]);
  });
  await runner.stop();
});

test('a restart repeats and skips no mail', async () => {
  const store = createMemoryEventStore();
  await store.append('a', 'no-stream', [held()]);
  const before = openProcess(store);
  await before.runner.start();
  await vi.waitFor(() => expect(before.jobs).toHaveLength(1));
  await before.runner.stop();
  const missed = held();
  await store.append('b', 'no-stream', [missed]);
  const after = openProcess(store);
  await after.runner.start();
  await vi.waitFor(() => expect(after.jobs.map(({ eventId }) => eventId)).toEqual([missed.id]));
  await after.runner.stop();
});

test('retries a failed queue, after the read models hold the event', async () => {
  const store = createMemoryEventStore();
  const { position } = await store.append('a', 'no-stream', [held()]);
  const seen: string[] = [];
  let failures = 1;
  const { jobs, runner } = openProcess(store, {
    reached: async (at) => void seen.push(at),
    add: async (job) => {
      if (failures-- > 0) throw new Error('down');
      jobs.push(job);
    },
  });
  await runner.start();
  await vi.waitFor(() => expect(jobs).toHaveLength(1), { timeout: 5_000 });
  await runner.stop();
  expect(seen).toEqual([position, position]);
});

const before = '2026-11-23T08:00:00.000Z';
const start = '2026-11-23T09:00:00.000Z';
const service = { hubServiceId: 'h1.s1' };
const further = { hubServiceId: 'h1.s2' };

test.each([
  ['BookingConfirmed', {}, ['confirmed', 'booked-online'], {}],
  ['BookingMoved', { by: 'pro', start, service, previous: { start } }, ['moved'], { at: start, ...service }],
  [
    'BookingMoved',
    { by: 'patient', start, service, previous: { start: before } },
    ['moved', 'moved-by-patient'],
    { before, at: start, ...service },
  ],
  [
    'BookingMoved',
    { by: 'pro', start, service: { ...service, services: [service, further] }, previous: { start } },
    ['moved'],
    { at: start, ...service, andServices: 'h1.s2' },
  ],
  ['BookingCancelled', { by: 'pro' }, ['cancelled'], {}],
  ['BookingCancelled', { by: 'system' }, ['cancelled'], {}],
  ['BookingCancelled', { by: 'patient' }, ['cancelled', 'cancelled-by-patient'], {}],
  ['BookingOrphaned', { reason: 'clinic-archived' }, ['clinic-gone'], {}],
  ['BookingEmailCorrected', {}, ['corrected'], {}],
  ['BookingEmailCorrected', { series: { seriesId: 's1', last: false } }, [], {}],
  [
    'BookingEmailCorrected',
    { series: { seriesId: 's1', last: true } },
    ['series-corrected'],
    { about: 's1', visit: 'b1' },
  ],
])('%s %o queues %o, with the revision for calendar programs', (type, data, templates, more) => {
  const asked = event(type, { bookingId: 'b1', ...data });
  const recorded = { ...asked, stream: 'booking-b1', revision: 4, position: '1', schemaVersion: 1 };
  const job = { eventId: asked.id, about: 'b1', sequence: 4, ...more };
  expect(mailsFor(recorded)).toEqual(templates.map((template) => ({ ...job, template })));
});

test('mails a user waits for are queued first', () => {
  const priority = (template: MailJob['template']) => priorityOf({ template, eventId: 'e', about: 'a' });
  expect(priority('confirmation-request')).toBeLessThan(priority('moved'));
});
