import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { composeCommandService } from '@visita/command-service/compose';
import { createDomain } from '@visita/command-service/domain';
import { ConnectionLost, type Fault, faultyStore } from '@visita/command-service/testing/faulty-store';
import { createCall } from '@visita/command-service/testing/world';
import { forgetErased } from '@visita/notifier/mail/forget-erased';
import { createForgetting } from '@visita/notifier/mail/forgetting';
import { priorityOf } from '@visita/notifier/mail/mail-jobs';
import { createMailProcess } from '@visita/notifier/mail/mail-process';
import { sendMails, tellLate } from '@visita/notifier/mail/mails';
import { createNotMailed } from '@visita/notifier/mail/not-mailed';
import { createMailReads } from '@visita/notifier/mail/reads';
import { timeReminders } from '@visita/notifier/mail/reminders';
import { jobIdOf } from '@visita/notifier/mail-job-id';
import { createOutbox } from '@visita/notifier/outbox';
import { createOutboxPoller } from '@visita/notifier/outbox-poller';
import { plannedMessages } from '@visita/notifier/planned/messages';
import { planOffers } from '@visita/notifier/planned/offers';
import { planRecalls } from '@visita/notifier/planned/recalls';
import { createPlanned } from '@visita/notifier/planned/planned';
import { createTexts } from '@visita/notifier/sms/sms';
import { readConfig } from '@visita/platform/config/config';
import { beginning } from '@visita/platform/event-store/port';
import { deriveId } from '@visita/platform/ids/derive-id';
import { foldEvents } from '@visita/platform/projection/projection';
import { layFoundation } from '@visita/platform/runtime/foundation';
import type { Process } from '@visita/platform/runtime/process';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { silent, type TestDatabase } from '@visita/platform/testing/database';
import { commitBatch, initializeCheckpoints } from '@visita/projector/checkpoints';
import { fill } from '@visita/projector/fill';
import { projections } from '@visita/projector/projections';
import { createProductDatabase } from '../support/product-database.ts';
import { createClock } from './clock.ts';
import { createSteppedJobs } from './jobs.ts';
import { openServers } from './servers.ts';

/** Milliseconds of a worker's lease on a mail. */
const lease = 30_000;
/** Smallest number of items with which a poller looks again at once, as each takes a maximum of its own. */
const batch = 8;
/** Maximum number of looks of one poller at one instant. */
const looksMaximum = 100;
/** Events that are handled again after a restart: the checkpoint is saved now and then. */
const handledAgain = 20;

const noWait = { reached: async () => true };

/** A database whose events were handled before, with its tables of this release and empty read models. */
type Stored = { readonly database: TestDatabase; readonly masterKey: string };

/**
 * Composes the product on a database of its own, with a clock that the caller sets. Nothing runs by itself: the
 * caller advances processes, pollers and jobs.
 */
export const openProduct = async (start: string, stored?: Stored) => {
  const database = stored?.database ?? (await createProductDatabase());
  const clock = await createClock(database, start);
  const directory = await mkdtemp(join(tmpdir(), 'visita-simulation-'));
  const { now } = clock;
  const stepped = createSteppedJobs();
  const servers = await openServers(directory, now, stepped.running);
  const config = readConfig({
    DATABASE_URL: database.url,
    VAR_DIRECTORY: directory,
    MASTER_KEY: stored?.masterKey ?? randomBytes(32).toString('base64'),
    SMS_GATEWAYS: servers.gateways,
  });
  const target = { pool: database.pool, schema: 'read', projections };
  await initializeCheckpoints(target);
  let projected = beginning;
  let position = beginning;
  let requests = 0;

  const project = async (events: readonly RecordedEvent[]): Promise<void> => {
    const fresh = events.filter((event) => event.position > projected);
    const to = fresh.at(-1)?.position;
    if (to === undefined) return;
    const batch = { changes: foldEvents(projections, fresh), from: projected, to };
    await commitBatch(target, batch, { durable: true, announce: false });
    projected = to;
  };

  /** Starts all services with empty caches, as after a restart. */
  const begin = async (fault: Fault | null) => {
    const foundation = await layFoundation({ config, log: silent, url: database.url }, now);
    const store = faultyStore(foundation.store, fault);
    const commands = await composeCommandService({ ...foundation, store });
    const { pool } = foundation.database;
    const outbox = createOutbox({ jobs: stepped.jobs, pool, log: silent, now });
    const planned = createPlanned({ pool, now });
    const { transport } = servers;
    const mail = { ...foundation, store, outbox, planned, transport, projected: noWait, checkpoints: never };
    await sendMails(mail);
    const add: Parameters<typeof createMailProcess>[0]['add'] = (job, expires) =>
      outbox.add('mail', job.template, job, { id: jobIdOf(job), priority: priorityOf(job), expires });
    const removeJob = (id: string) => outbox.remove('mail', id);
    const forgetMails = createForgetting({ pool, transport, removeJob, lease });
    const forget = async (subject: Parameters<typeof forgetMails>[0]): Promise<void> => {
      await forgetMails(subject);
      await planned.forget(subject);
    };
    const processes = [
      ...commands.steps.reactions,
      createMailProcess({ add, ...noWait }),
      forgetErased({ store, forget }),
      timeReminders({ outbox, hours: config.reminderHours, now }),
      planOffers({ planned, projected: noWait }),
      planRecalls({ pool, store, planned, projected: noWait }),
    ] as readonly Process[];
    const notMailed = createNotMailed({ store, reads: createMailReads(pool, store), now });
    const texts = createTexts(mail);
    const sending = plannedMessages({ ...mail, texts: texts.sending, notMailed });
    const posting = createOutboxPoller({ outbox, transport, late: tellLate(mail), log: silent });
    const call = createCall(commands.handlers, () => deriveId(start, String((requests += 1))));
    // Holidays, sessions and the retention of records have no part in this.
    const [lapsing, offering, , , forgetting, , left] = commands.steps.pollers;
    const pollers = [lapsing, offering, forgetting, left, sending, texts.poller, posting];
    return { foundation, store, processes, pollers, call, domain: createDomain(store) };
  };
  let running = await begin(null);
  if (stored) {
    const { store } = running.foundation;
    await fill(target, { position: beginning, events: 0 }, { store });
    projected = await store.head();
    position = projected;
  }
  let crashes = 0;
  const restart = async (fault: Fault | null = null): Promise<void> => {
    crashes += 1;
    await running.foundation.close();
    position = String(Math.max(0, Number(position) - handledAgain)).padStart(beginning.length, '0');
    running = await begin(fault);
  };

  const react = async (event: RecordedEvent): Promise<void> => {
    for (const { name, on } of running.processes) {
      const cause = {
        id: deriveId(event.id, name),
        correlationId: event.metadata.correlationId,
        actor: `process:${name}`,
        time: now().toISOString(),
        upTo: event.position,
      } as const;
      await reactionTo(on, event.type)?.(event, cause);
    }
  };
  /** Projects the events since the last call, and lets all processes handle them. */
  const settle = async (): Promise<void> => {
    for (;;) {
      const events = await running.foundation.store.readAll(position, 500);
      if (events.length === 0) return;
      await project(events);
      for (const event of events) {
        await react(event);
        position = event.position;
      }
    }
  };
  /** Lets every poller look until little is left, sends the queued mails, and handles the events. */
  const look = async (): Promise<void> => {
    await settle();
    for (const [index, poller] of running.pollers.entries()) {
      for (let found = batch, looks = 0; found >= batch; looks += 1) {
        if (looks > looksMaximum) throw new Error(`poller ${index} always finds ${found} items that are due`);
        found = (await poller?.poll()) ?? 0;
        await settle();
      }
    }
    await stepped.run();
    await settle();
  };

  const close = async (): Promise<void> => {
    await running.foundation.close();
    await database.close();
    await servers.close();
    await rm(directory, { recursive: true });
  };
  return {
    clock,
    now,
    settle,
    servers,
    sent: servers.mails,
    /** Number of starts after the first one. */
    crashes: () => crashes,
    /** Loses the queued jobs, as a job store that was wiped. */
    loseJobs: stepped.wipe,
    /** Starts all services again, with empty caches; they may crash at an append. */
    restart,
    /** Looks once at all that is due, and again after a process died. */
    look: async (): Promise<void> => {
      const dies = await servers.until(look).catch((error: unknown) => {
        if (!(error instanceof ConnectionLost)) throw error;
        return true;
      });
      if (!dies) return;
      await restart();
      // The dead worker's lease on a mail ends.
      await clock.set(new Date(now().getTime() + 2 * 60_000));
      await look();
    },
    pool: database.pool,
    get call() {
      return running.call;
    },
    get domain() {
      return running.domain;
    },
    get foundation() {
      return running.foundation;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};
export type SimulatedProduct = Awaited<ReturnType<typeof openProduct>>;

const never = {
  read: async () => {
    throw new Error('a simulation keeps its own positions');
  },
  save: async () => undefined,
};
