import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { MailJob } from '@visita/contracts/jobs';
import { createZones } from '@visita/contracts/availability/zones';
import type { AccountTokens } from '@visita/platform/auth/account-token';
import type { BookingTokens } from '@visita/platform/auth/booking-token';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Bus, BusSubscription } from '@visita/platform/bus/port';
import type { Config } from '@visita/platform/config';
import type { Database, Log } from '@visita/platform/database/connect';
import { migrate } from '@visita/platform/database/migrate';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Jobs } from '@visita/platform/jobs/port';
import { createCheckpoints, createProcessRunner, type ProcessRunner } from '@visita/platform/process';
import type { ProjectedPosition } from '@visita/platform/projected';
import { type CalendarSyncDeps, startCalendarSync } from './calendar-sync/sync.ts';
import { createAnnouncer } from './live/announcer.ts';
import { createGateway, type Gateway } from './live/gateway.ts';
import { createLiveReads } from './live/reads.ts';
import { createTeams } from './live/teams.ts';
import { createAsking } from './mail/asking.ts';
import { jobIdOf, priorityOf } from './mail/asks.ts';
import { createCompose } from './mail/compose.ts';
import { registerDevMail } from './mail/dev-mail.ts';
import { forgetErased } from './mail/forget-erased.ts';
import { createForgetting } from './mail/forgetting.ts';
import { createLedger } from './mail/ledger.ts';
import { createMailReads } from './mail/reads.ts';
import { createRender } from './mail/templates/render.ts';
import { createTexts } from './mail/templates/texts.ts';
import { createFileTransport, createSmtpTransport, type MailTransport } from './mail/transport.ts';
import { createMailWorker } from './mail/worker.ts';
import { notifierMigrations, notifierSchema } from './migrations.ts';
import { createReminders } from './mail/reminders/reminders.ts';
import { createReminderSweep } from './mail/reminders/sweep.ts';
import { timeReminders } from './mail/reminders/timing.ts';

export type NotifierDeps = {
  config: Pick<
    Config,
    'publicOrigin' | 'smtpUrl' | 'mailFrom' | 'environment' | 'varDirectory' | 'reminderHours'
  >;
  /** The server whose port the websocket shares; not listening yet. */
  app: FastifyInstance;
  database: Database;
  store: EventStore;
  bus: Pick<Bus, 'subscribe'>;
  jobs: Pick<Jobs, 'add' | 'work' | 'remove'>;
  sessions: Pick<Sessions, 'authenticate'>;
  bookingTokens: Pick<BookingTokens, 'issue'>;
  accountTokens: Pick<AccountTokens, 'issue'>;
  calendar: CalendarSyncDeps['calendar'];
  projected: Pick<ProjectedPosition, 'reached'>;
  log: Log;
  now: () => Date;
  newId: () => string;
};

export type Notifier = {
  /** Resolves once sockets are served, notices are heard and mails go out. Comes before the server listens. */
  start(): Promise<void>;
  /** Ends sockets and the asking for mails. Mails in hand end with the jobs, which are closed after. */
  stop(): Promise<void>;
};

/** Mails at once; few, as what a patient waits for is one. */
const mailConcurrency = 4;
/** Milliseconds a mail server may take; the ledger's lease is longer. */
const mailPatience = 20_000;
const mailLease = 30_000;
/** Milliseconds that a mail waits for the read models before its job is queued all the same. */
const projectionPatience = 5_000;

/** Tells people what happened: over sockets what calendars show, by mail what they need to know. */
export const createNotifier = (deps: NotifierDeps): Notifier => {
  const { config, app } = deps;
  const directory = join(config.varDirectory, 'mail');
  const transport = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom)
    : createFileTransport(directory, config.mailFrom);
  if (!config.smtpUrl && config.environment !== 'production') registerDevMail(app, directory);
  let gateway: Gateway | undefined;
  let notices: BusSubscription | undefined;
  let asking: ProcessRunner | undefined;
  let forgetting: ProcessRunner | undefined;
  let reminding: { start(): Promise<void>; stop(): Promise<void> } | undefined;
  let calendarSync: ProcessRunner | null = null;

  return {
    start: async () => {
      await migrate(deps.database.knex, notifierSchema, notifierMigrations);
      gateway = openGateway(deps);
      notices = deps.bus.subscribe('live', createAnnouncer({ gateway, reads: liveReads(deps) }).announce);
      await sendMails(deps, transport);
      asking = askForMails(deps);
      await asking.start();
      forgetting = forgetMails(deps, transport);
      await forgetting.start();
      reminding = remind(deps);
      await reminding.start();
      const checkpoints = createCheckpoints(deps.database.knex, `${notifierSchema}.checkpoints`);
      calendarSync = await startCalendarSync({ ...deps, checkpoints });
    },
    stop: async () => {
      await calendarSync?.stop();
      await Promise.all([asking?.stop(), forgetting?.stop(), reminding?.stop()]);
      await notices?.stop();
      await gateway?.close();
    },
  };
};

const openGateway = ({ app, config, sessions, store, log }: NotifierDeps): Gateway =>
  createGateway({
    httpServer: app.server,
    publicOrigin: config.publicOrigin,
    authenticate: (token) => sessions.authenticate(token),
    teams: createTeams(store),
    log,
  });

const liveReads = ({ database, store }: NotifierDeps) =>
  createLiveReads({ pool: database.pool, store, zones: createZones() });

/** The address in `Name <address>`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

const sendMails = async (deps: NotifierDeps, transport: MailTransport): Promise<void> => {
  const { config, database, bookingTokens, accountTokens, jobs, log, now, newId } = deps;
  const { pool } = database;
  const work = createMailWorker({
    ledger: createLedger({ pool, newId, host: new URL(config.publicOrigin).hostname, lease: mailLease }),
    transport,
    compose: createCompose({
      reads: createMailReads(pool),
      render: createRender(await createTexts()),
      publicOrigin: config.publicOrigin,
      sender: addressOf(config.mailFrom),
      confirmationToken: (bookingId) => bookingTokens.issue('confirm', bookingId),
      manageToken: (bookingId) => bookingTokens.issue('manage', bookingId),
      accountToken: (purpose, link) => accountTokens.issue(purpose, link),
      now,
    }),
    log,
    patience: mailPatience,
  });
  await jobs.work('mail', (job) => work(job), { concurrency: mailConcurrency });
};

const addMail = (jobs: NotifierDeps['jobs']) => (job: MailJob) =>
  jobs.add('mail', job.template, job, { id: jobIdOf(job), priority: priorityOf(job) });

const askForMails = ({ database, store, jobs, projected, log, now }: NotifierDeps): ProcessRunner => {
  const checkpoints = createCheckpoints(database.knex, `${notifierSchema}.checkpoints`);
  const asking = createAsking({
    add: addMail(jobs),
    reached: (position) => projected.reached(position, projectionPatience),
  });
  return createProcessRunner({ store, checkpoints, log, now }, asking);
};

const forgetMails = (deps: NotifierDeps, transport: MailTransport): ProcessRunner => {
  const { database, store, jobs, log, now } = deps;
  const checkpoints = createCheckpoints(database.knex, `${notifierSchema}.checkpoints`);
  const removeJob = (id: string) => jobs.remove('mail', id);
  const forget = createForgetting({ pool: database.pool, transport, removeJob, lease: mailLease });
  return createProcessRunner({ store, checkpoints, log, now }, forgetErased({ store, forget }));
};

const remind = ({ config, database, store, jobs, log, now }: NotifierDeps) => {
  const reminders = createReminders(database.pool);
  const checkpoints = createCheckpoints(database.knex, `${notifierSchema}.checkpoints`);
  const process = timeReminders({ reminders, hours: config.reminderHours, now });
  const timing = createProcessRunner({ store, checkpoints, log, now }, process);
  const sweep = createReminderSweep({ reminders, add: addMail(jobs), now, log });
  return {
    start: async () => {
      await timing.start();
      sweep.start();
    },
    stop: async () => {
      await Promise.all([timing.stop(), sweep.stop()]);
    },
  };
};
