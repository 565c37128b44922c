import { join } from 'node:path';
import type { Config } from '@visita/platform/core/config';
import type { Database } from '@visita/platform/postgres/connect';
import { migrate } from '@visita/platform/postgres/migrate';
import { type Lifecycle, combine } from '@visita/platform/runtime/lifecycle';
import { createCheckpoints } from '@visita/platform/runtime/process';
import { type CalendarSyncDeps, pushBookings, calendarProcesses } from './calendar-sync/sync.ts';
import { type LiveDeps, startLive } from './live/live.ts';
import { registerDevMail } from './mail/dev-mail.ts';
import { type MailDeps, sendMails, mailProcesses, tellLate } from './mail/mails.ts';
import { createFileTransport, createSmtpTransport } from './mail/transport.ts';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createOutbox, type OutboxJobs } from './outbox.ts';
import { createOutboxPoller } from './outbox-poller.ts';

export type NotifierDeps = Omit<
  LiveDeps & MailDeps & CalendarSyncDeps,
  'checkpoints' | 'transport' | 'outbox' | 'jobs'
> & {
  config: Pick<Config, 'smtpUrl' | 'environment' | 'varDirectory'>;
  jobs: OutboxJobs;
  database: Database;
};

export type Notifier = {
  /**
   * Resolves once sockets are served, notices are heard and jobs are worked on. Comes before the server listens.
   * Ending it ends the sockets; jobs in hand end with the jobs, which are closed after.
   */
  readonly serving: Lifecycle;
  /** What one of several notifiers does: watches the events, and asks for the jobs that they call for. */
  processes(): Lifecycle;
};

/** Tells people what happened: over sockets what calendars show, by mail what they need to know. */
export const createNotifier = (deps: NotifierDeps): Notifier => {
  const { config, app, database } = deps;
  const directory = join(config.varDirectory, 'mail');
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom)
    : createFileTransport(directory, config.mailFrom);
  if (!config.smtpUrl) registerDevMail(app, { directory, environment: config.environment });
  const checkpoints = createCheckpoints(database.knex, `${notifierSchema}.checkpoints`);
  const outbox = createOutbox({ ...deps, pool: database.pool });
  const all = { ...deps, outbox, transport, checkpoints };
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
        createOutboxPoller({ outbox, transport, late: tellLate(all), log: deps.log }),
      ]),
  };
};
