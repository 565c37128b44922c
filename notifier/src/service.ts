import { join } from 'node:path';
import type { Config } from '@visita/platform/config/config';
import type { Database } from '@visita/platform/postgres/connect';
import type { Messaging } from '@visita/platform/messages/messaging';
import { migrate } from '@visita/platform/postgres/migrate';
import { type Lifecycle, combine } from '@visita/platform/runtime/lifecycle';
import { createCheckpoints, createProcessRunner } from '@visita/platform/runtime/process';
import { type CalendarSyncDeps, pushBookings, calendarProcesses } from './calendar-sync/sync.ts';
import { type LiveDeps, startLive } from './live/live.ts';
import { createNotMailed } from './mail/not-mailed.ts';
import { registerDevMail } from './mail/dev-mail.ts';
import { type MailDeps, sendMails, mailProcesses, tellLate } from './mail/mails.ts';
import { createFileTransport, createSmtpTransport } from './mail/transport.ts';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createOutbox, type OutboxJobs } from './outbox.ts';
import { createMailReads } from './mail/reads.ts';
import { createPlanned } from './planned/planned.ts';
import { createTexts } from './sms/sms.ts';
import { plannedMessages } from './planned/messages.ts';
import { planOffers } from './planned/offers.ts';
import { planRecalls } from './planned/recalls.ts';
import { createOutboxPoller } from './outbox-poller.ts';

export type NotifierDeps = Omit<
  LiveDeps & MailDeps & CalendarSyncDeps,
  'checkpoints' | 'transport' | 'outbox' | 'jobs' | 'planned'
> & {
  config: Pick<Config, 'smtpUrl' | 'environment' | 'varDirectory'>;
  jobs: OutboxJobs;
  database: Database;
  messaging: Messaging;
};

export type Notifier = {
  /**
   * Resolves once sockets, notices and jobs are running; starts before the server listens. Stopping it closes
   * the sockets; running jobs end when the job store is closed, after it.
   */
  readonly serving: Lifecycle;
  /** Processes that one of several notifiers runs: follow the events and queue their jobs. */
  processes(): Lifecycle;
};

/** Informs people of events: live messages over sockets for calendars, and mails. */
export const createNotifier = (deps: NotifierDeps): Notifier => {
  const { config, app, database } = deps;
  const directory = join(config.varDirectory, 'mail');
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom)
    : createFileTransport(directory, config.mailFrom);
  if (!config.smtpUrl) registerDevMail(app, { directory, environment: config.environment });
  const checkpoints = createCheckpoints(database.knex, `${notifierSchema}.checkpoints`);
  const outbox = createOutbox({ ...deps, pool: database.pool });
  const reads = createMailReads(database.pool, deps.store);
  const planned = createPlanned({ pool: database.pool, now: deps.now });
  const texts = createTexts(deps);
  const forget = async (subject: string): Promise<void> => {
    await planned.forget(subject);
    await texts.forget(subject);
  };
  const all = { ...deps, outbox, transport, checkpoints, planned: { ...planned, forget } };
  let live: { stop(): Promise<void> } | undefined;

  return {
    serving: {
      start: async () => {
        await migrate(database.knex, notifierSchema, notifierMigrations);
        live = startLive(all);
        await sendMails(all);
        await pushBookings(all);
      },
      stop: async () => live?.stop(),
    },
    processes: () =>
      combine([
        ...mailProcesses(all),
        ...calendarProcesses(all),
        plannedMessages({ ...all, texts: texts.sending, notMailed: createNotMailed({ ...all, reads }) }),
        texts.poller,
        createProcessRunner(all, planOffers(all)),
        createProcessRunner(all, planRecalls({ ...all, pool: database.pool })),
        createOutboxPoller({ outbox, transport, late: tellLate(all), log: deps.log }),
      ]),
  };
};
