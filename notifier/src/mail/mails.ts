import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import type { AccountTokens } from '@visita/platform/auth/account-token';
import type { HoldCodes } from '@visita/platform/auth/hold-code';
import type { WaitingTokens } from '@visita/platform/auth/waiting-token';
import { type BookingTokens, sentToOf } from '@visita/platform/auth/booking-token';
import type { Config } from '@visita/platform/config/config';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Checkpoints, createProcessRunner } from '@visita/platform/runtime/process';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import type { KeyRing } from '@visita/platform/vault/key-ring';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { createLedger } from './ledger.ts';
import type { Outbox } from '../outbox.ts';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { noMetrics } from '@visita/platform/telemetry/metrics';
import { untraced } from '@visita/platform/telemetry/tracer';
import { createMailProcess } from './mail-process.ts';
import { jobIdOf } from '../mail-job-id.ts';
import { priorityOf, topicOf } from './mail-jobs.ts';
import { type Budget, createBudget } from './budget.ts';
import { createCompose } from './compose.ts';
import { forgetErased } from './forget-erased.ts';
import { createForgetting } from './forgetting.ts';
import { createNotMailed } from './not-mailed.ts';
import { type Appointment, createMailReads } from './reads.ts';
import { timeReminders } from './reminders.ts';
import { createOwed } from './owed.ts';
import { furtherMails } from './series-mails.ts';
import { createRender } from './templates/render.ts';
import { createTexts } from './templates/texts.ts';
import type { MailTransport } from './transport.ts';
import { createUnannounced } from './unannounced.ts';
import { createMailWorker } from './worker.ts';

export type MailDeps = {
  config: Pick<Config, 'publicOrigin' | 'mailFrom' | 'reminderHours'>;
  /** Host part of the event ids in calendar programs. */
  uidHost: string;
  database: Pick<Database, 'pool'>;
  store: EventStore;
  checkpoints: Checkpoints;
  /** Planned messages; those about an erased person are deleted. */
  planned: { forget(subject: Subject): Promise<void> };
  outbox: Pick<Outbox, 'add' | 'follow' | 'schedule' | 'work' | 'remove'>;
  bookingTokens: Pick<BookingTokens, 'issue' | 'issueManage' | 'issueMessages'>;
  accountTokens: Pick<AccountTokens, 'issue'>;
  waitingTokens: Pick<WaitingTokens, 'issueEntry' | 'issueOffer'>;
  strict: boolean;
  keys: Pick<KeyRing, 'for'>;
  holdCodes: HoldCodes;
  projected: Pick<ProjectedPosition, 'reached'>;
  transport: MailTransport;
  log: Log;
  now: () => Date;
  newId: () => string;
} & Partial<Telemetry>;

/**
 * Maximum number of mails sent at once. It is low, because a mail that a patient waits for is sent
 * alone.
 */
const concurrency = 4;
/** Timeout of a mail server (ms); the ledger's lease is longer. */
const patience = 20_000;
const lease = 30_000;
/** Milliseconds after the mail of a move in which further moves become one mail. */
const movesPause = 60_000;
/** Milliseconds to wait for the read models before a mail is queued anyway. */
const projectionPatience = 5_000;

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Returns the budget. Mails that a closing or vacation owes to patients are not counted. */
const budgetOf = ({ database: { pool }, store, keys, now }: MailDeps): Budget => {
  const isOwed = createOwed({ pool, store });
  const budget = createBudget({ pool, key: () => keys.for('tokens').current().key.export(), now });
  return { take: async (job, provoked) => (await isOwed(job)) || budget.take(job, provoked) };
};

/** Starts the mail worker; it stops with the jobs. */
export const sendMails = async (deps: MailDeps): Promise<void> => {
  const { config, database, bookingTokens, accountTokens, outbox, transport, log, now, newId } = deps;
  const { pool } = database;
  const isUntold = createUnannounced({ pool, store: deps.store });
  const reads = createMailReads(pool, deps.store);
  const compose = createCompose({
    reads,
    render: createRender(await createTexts()),
    publicOrigin: config.publicOrigin,
    uidHost: deps.uidHost,
    sender: addressOf(config.mailFrom),
    confirmationToken: (bookingId) => bookingTokens.issue('confirm', bookingId),
    manageToken: bookingTokens.issueManage,
    waitingToken: (entryId, email) => deps.waitingTokens.issueEntry(entryId, sentToOf(email)),
    offerToken: (offerId, email) => deps.waitingTokens.issueOffer(offerId, sentToOf(email)),
    messagesToken: (patientId, email) => bookingTokens.issueMessages({ patientId, sentTo: sentToOf(email) }),
    holdCode: deps.holdCodes.codeOf,
    accountToken: (purpose, link) => accountTokens.issue(purpose, link),
    now,
  });
  const work = createMailWorker({
    ...deps,
    ledger: createLedger({ pool, newId, host: new URL(config.publicOrigin).hostname, lease }),
    transport,
    budget: deps.strict ? budgetOf(deps) : undefined,
    notMailed: createNotMailed({ ...deps, reads }),
    compose: async (job) => ((await isUntold(job)) ? null : compose(job)),
    log,
    patience,
  });
  const workAll = async (job: MailJob): Promise<void> => {
    for (const further of await furtherMails({ reads, now }, job))
      await outbox.add('mail', further.template, further, {
        id: jobIdOf(further),
        priority: priorityOf(further),
      });
    await work(job);
  };
  await outbox.work('mail', workAll, { concurrency });
};

const isReminded = (visit: Appointment | undefined): boolean =>
  visit !== undefined && visit.remindsPatient && !visit.byPlan;

/** Reports a mail that expired before it was sent: in the log, the metrics, and the booking's stream. */
export const tellLate = ({ store, database, now, log, metrics = noMetrics, tracer }: MailDeps) => {
  const reads = createMailReads(database.pool, store);
  const notMailed = createNotMailed({ store, reads, now, tracer });
  return async (job: MailJob): Promise<void> => {
    const { eventId, template, about } = job;
    // Reminders are scheduled for every booking, even if the pro sends none.
    const reminds = template !== 'reminder' || isReminded(await reads.appointment(about));
    if (reminds) await notMailed(job, 'late');
    metrics.mailed(template, 'dropped');
    log.warn({ eventId, template }, 'mail dropped: it expired before the mail server took it');
  };
};

/** Returns the processes that queue the mails of events and reminders, and delete those of erased people. */
export const mailProcesses = (deps: MailDeps): readonly Lifecycle[] => {
  const { config, database, store, outbox, projected, transport, now, tracer = untraced } = deps;
  const { pool } = database;
  const add = (job: MailJob, expires?: Date) => {
    const [id, priority, topic] = [jobIdOf(job), priorityOf(job), topicOf(job)];
    if (topic === null) return outbox.add('mail', job.template, job, { id, priority, expires });
    return outbox.follow({ topic, pause: movesPause, id, priority, mail: job });
  };
  const queueing = createMailProcess({
    add,
    reached: (position) => projected.reached(position, projectionPatience),
  });
  const removeJob = (id: string) => outbox.remove('mail', id);
  const forgetMails = createForgetting({ pool, transport, removeJob, lease });
  const forget = async (subject: Subject): Promise<void> => {
    await forgetMails(subject);
    await deps.planned.forget(subject);
  };
  return [
    createProcessRunner(deps, queueing),
    createProcessRunner(deps, forgetErased({ store, forget, tracer })),
    createProcessRunner(deps, timeReminders({ outbox, hours: config.reminderHours, now })),
  ];
};
