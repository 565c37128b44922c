import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { migrate } from '@visita/platform/postgres/migrate';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createOutbox, type OutboxJobs } from '../outbox.ts';
import { createOutboxPoller } from '../outbox-poller.ts';
import { createMailProcess } from './mail-process.ts';
import { jobIdOf } from '../mail-job-id.ts';
import { priorityOf } from './mail-jobs.ts';
import { createCompose } from './compose.ts';
import { createLedger } from './ledger.ts';
import type { Appointment, MailReads } from './reads.ts';
import { timeReminders } from './reminders.ts';
import { createMailWorker } from './worker.ts';

const hour = 3_600_000;
const began = Date.now();
const inHours = (hours: number): string => new Date(began + hours * hour).toISOString();

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterEach(() => database.close());

const someone: Appointment = {
  byLink: false,
  turn: 0,
  suspended: false,
  limited: false,
  movable: true,
  subjects: [],
  status: 'confirmed',
  confirmBy: null,
  start: new Date(began),
  end: new Date(began),
  timezone: 'Europe/Rome',
  service: 'Visita',
  minutes: 30,
  patient: 'Ada',
  attendee: null,
  email: 'ada@example.com',
  language: 'it',
  professional: 'Anna Rossi',
  clinic: 'Sol',
  address: 'Via Appia 1, Roma',
  directions: '',
  toBring: '',
  contact: '',
  slug: null,
  tellsCancellations: true,
  remindsPatient: true,
  byPlan: false,
  noticeHours: 24,
  pro: { email: 'anna@example.com', language: 'it', reminded: true, told: true, connected: false },
};

/** A job store that runs queued jobs on command. */
const queueUp = () => {
  const queued = new Map<string, MailJob>();
  let handle: (job: MailJob, id: string) => Promise<void>;
  const jobs: OutboxJobs = {
    add: async (_queue, _name, job, { id }) => void queued.set(id, job as MailJob),
    work: async (_queue, handler) => {
      handle = (job, id) => handler(job as never, { id, name: job.template, attempt: 1 });
    },
    remove: async (_queue, id) => void queued.delete(id),
  };
  const work = async (): Promise<void> => {
    for (const [id, job] of queued) {
      queued.delete(id);
      await handle(job, id);
    }
  };
  return { jobs, work };
};

/** A notifier with an adjustable clock on its database's clock, and the given bookings. */
const scene = async () => {
  let ahead = 0;
  const now = () => new Date(began + ahead * hour);
  const appointments = new Map<string, Appointment>();
  const sent: string[] = [];
  const late: string[] = [];
  let inTransport = async (): Promise<void> => undefined;
  const nameOf = ({ template, about }: MailJob) => `${template} ${about}`;
  const { jobs, work: workOff } = queueUp();
  const outbox = createOutbox({ jobs, pool: database.pool, log: silent, now });
  const compose = createCompose({
    reads: {
      appointment: async (id) => appointments.get(id),
      isReplaced: async () => false,
    } satisfies Partial<MailReads> as Partial<MailReads> as MailReads,
    render: () => ({ from: 'Sol', subject: 's', text: 't', html: 'h' }),
    publicOrigin: 'https://visita.example',
    confirmationToken: (id) => id,
    accountToken: (_, { tokenId }) => tokenId,
    uidHost: 'visita.example',
    manageToken: ({ bookingId }) => bookingId,
    waitingToken: () => 'token',
    offerToken: () => 'token',
    messagesToken: () => 'token',
    holdCode: (id) => id,
    sender: 'no-reply@visita.example',
    now,
  });
  const names = new Map<string, string>();
  const work = createMailWorker({
    ledger: createLedger({ pool: database.pool, newId: randomUUID, host: 'a.example', lease: 30_000 }),
    transport: {
      send: async ({ messageId }) => {
        await inTransport();
        sent.push(names.get(messageId)!);
      },
    },
    compose: async (job) => {
      names.set(`<${job.eventId}.${job.template}@a.example>`, nameOf(job));
      return compose(job);
    },
    log: silent,
    patience: 5_000,
    now,
  });
  const queueing = createMailProcess({
    add: (job, expires) =>
      outbox.add('mail', job.template, job, { id: jobIdOf(job), priority: priorityOf(job), expires }),
    reached: async () => undefined,
  });
  const reminders = timeReminders({ outbox, hours: 24, now });
  const poller = createOutboxPoller({
    outbox,
    transport: { answers: async () => true },
    late: async (job) => void late.push(nameOf(job)),
    log: silent,
  });
  await outbox.work('mail', (job) => work(job), { concurrency: 1 });
  const given = async (nth: number, events: readonly DomainEvent[], appointment: Partial<Appointment>) => {
    appointments.set(sampleId(4, nth), { ...someone, ...appointment });
    for (const event of recorded(events)) {
      const metadata = { ...event.metadata, time: now().toISOString() };
      const own = { ...event, id: randomUUID(), metadata };
      for (const { on } of [queueing, reminders]) await reactionTo(on, own.type)?.(own, {} as never);
    }
  };
  return {
    given,
    sent,
    late,
    setClock: (hours: number) => void (ahead = hours),
    /** Polls for due mails and runs all queued jobs. */
    goOn: async () => {
      await poller.poll();
      await workOff();
    },
    workOff,
    poll: () => poller.poll(),
    whileSending: (what: () => Promise<void>) => void (inTransport = what),
    states: async () =>
      (await database.pool.query<{ state: string }>('select state from notifier.outbox')).rows.map(
        ({ state }) => state,
      ),
  };
};

type Visit = { nth: number; start: number; confirmBy?: number; placedBy?: 'patient' | 'pro' };

const placed = ({ nth, start, confirmBy, placedBy = 'pro' }: Visit): DomainEvent =>
  sample('BookingPlaced', {
    bookingId: sampleId(4, nth),
    start: inHours(start),
    end: inHours(start + 0.5),
    confirmBy: confirmBy === undefined ? null : inHours(confirmBy),
    placedBy,
  });
const cancelled = (nth: number): DomainEvent => sample('BookingCancelled', { bookingId: sampleId(4, nth) });

it('after a jump of two hours each mail has its reason and is sent once', async () => {
  const { given, sent, late, setClock, goOn } = await scene();
  const at = (start: number) => ({ start: new Date(inHours(start)) });
  const held = (confirmBy: number) => ({
    status: 'pending' as const,
    confirmBy: new Date(inHours(confirmBy)),
  });
  const stranger = { placedBy: 'patient' } as const;
  const [lapsed, live, begun, soon, later, off] = [1, 2, 3, 4, 5, 6].map((nth) => sampleId(4, nth));
  await given(1, [placed({ nth: 1, start: 50, confirmBy: 1, ...stranger })], { ...at(50), ...held(1) });
  await given(2, [placed({ nth: 2, start: 50, confirmBy: 24, ...stranger })], { ...at(50), ...held(24) });
  await given(3, [placed({ nth: 3, start: 1 })], at(1));
  await given(4, [placed({ nth: 4, start: 25 })], at(25));
  await given(5, [placed({ nth: 5, start: 27 })], at(27));
  await given(6, [placed({ nth: 6, start: 25 }), cancelled(6)], { ...at(25), status: 'cancelled' });

  setClock(2);
  await goOn();
  const afterJump = [
    `booked-by-pro ${soon}`,
    `booked-by-pro ${later}`,
    `cancelled ${off}`,
    `confirmation-request ${live}`,
    // The reminder is due an hour after the start, a time that the jump has passed.
    `reminder ${soon}`,
    `reminder-pro ${soon}`,
  ];
  expect(sent.toSorted()).toEqual(afterJump.toSorted());
  // An expired link, and reminders of visits that have begun.
  expect(late).toContain(`confirmation-request ${lapsed}`);
  expect(sent.filter((name) => name.endsWith(begun!))).toEqual([]);

  // After the clock is corrected, later mails are sent when they are due.
  setClock(0);
  await goOn();
  expect(sent).toHaveLength(afterJump.length);
  setClock(3);
  await goOn();
  const fromThen = sent.slice(afterJump.length).toSorted();
  expect(fromThen).toEqual([`reminder ${later}`, `reminder-pro ${later}`].toSorted());
});

it('a claimed mail is not dropped by a clock that jumps past its expiry', async () => {
  const { given, sent, late, setClock, workOff, poll, whileSending, states } = await scene();
  whileSending(async () => {
    setClock(2);
    await poll();
  });
  await given(1, [placed({ nth: 1, start: 50, confirmBy: 1, placedBy: 'patient' })], {
    start: new Date(inHours(50)),
    status: 'pending',
    confirmBy: new Date(inHours(1)),
  });
  await workOff();
  expect(sent).toEqual([`confirmation-request ${sampleId(4, 1)}`]);
  expect(late).toEqual([]);
  expect(await states()).toContain('sent');
});
