import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import type { UnmailedReason } from '@visita/contracts/booking/events';
import { PutBack } from '../put-back.ts';
import { noMetrics } from '@visita/platform/telemetry/metrics';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { untraced } from '@visita/platform/telemetry/tracer';
import type { Budget } from './budget.ts';
import type { Ledger } from './ledger.ts';
import type { Mail, MailTransport } from './transport.ts';
import { retry } from '@visita/platform/core/retry';

/** A mail but for what the ledger knows of it. */
export type Composed = Omit<Mail, 'messageId' | 'created'> & {
  /** Whose personal data it holds. */
  readonly subjects: readonly Subject[];
  /** Whose account caused it, where it counts against budgets; null where a stranger did. */
  readonly provokedBy?: string | null;
};

export type MailWorkerDeps = {
  ledger: Ledger;
  transport: Pick<MailTransport, 'send'> & Partial<Pick<MailTransport, 'answers'>>;
  /** What to write now; null where nothing is to be said any more. */
  compose(job: MailJob): Promise<Composed | null>;
  /** None where mails are not counted. */
  budget?: Budget | undefined;
  /** Told of a mail that is beyond a budget, or that the server refuses for good, before it is given up. */
  notMailed?: (job: MailJob, reason: UnmailedReason) => Promise<void>;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
  /** Milliseconds that the transport may take; shorter than the ledger's lease. */
  patience: number;
  now: () => Date;
} & Partial<Telemetry>;

/** The transport did not answer in time: whether the mail went out is not known. */
class NoAnswer extends Error {
  readonly code = 'ENOANSWER';
}

/** Makes the handler of mail jobs. It throws where the job is to be tried again. */
export const createMailWorker = (deps: MailWorkerDeps) => {
  const { ledger, transport, log, patience, now, metrics = noMetrics, tracer = untraced } = deps;
  return async (job: MailJob): Promise<void> => {
    const claim = await ledger.claim(job);
    if (claim === 'settled') return;
    if (claim === 'busy') throw new Error('another worker is sending this mail');
    const { eventId, template } = job;
    try {
      const composed = await deps.compose(job);
      if (!composed) {
        await ledger.settle(claim, 'dropped');
        metrics.mailed(template, 'dropped');
        return log.info({ eventId, template }, 'mail dropped');
      }
      const { subjects, provokedBy, ...mail } = composed;
      const counts = deps.budget !== undefined && provokedBy !== undefined;
      if (counts && !(await deps.budget?.take(job, { to: mail.to, account: provokedBy }))) {
        await deps.notMailed?.(job, 'budget');
        await ledger.settle(claim, 'dropped');
        metrics.mailed(template, 'dropped');
        return log.info({ eventId, template }, 'mail beyond a budget: not sent');
      }
      // Who is being erased is gone from what mails are written from by the next attempt.
      if (!(await ledger.confirm(claim, subjects))) throw new Error('this mail is not to be sent any more');
      const { messageId, created } = claim;
      await tracer.span('send mail', { kind: 'client', attributes: { template } }, () =>
        within(patience, transport.send({ ...mail, messageId, created })),
      );
    } catch (error) {
      if (isRefused(error)) {
        await deps.notMailed?.(job, 'refused');
        if (isForGood(error)) {
          await ledger.settle(claim, 'dropped');
          metrics.mailed(template, 'refused');
          return log.warn({ eventId, template, reason: failureOf(error) }, 'mail refused for good: not sent');
        }
      }
      metrics.mailed(template, 'failed');
      // Not knowing, the claim stays until its lease is up: the server may still be taking the mail.
      if (!(error instanceof NoAnswer)) {
        const waits = (await transport.answers?.()) === false;
        await ledger.fail(claim, failureOf(error), waits);
        if (waits) throw new PutBack(failureOf(error));
      }
      // oxlint-disable-next-line preserve-caught-error -- a mail server's text may quote addresses, and causes are logged
      throw Object.assign(new Error(`mail not sent: ${failureOf(error)}`), { code: failureOf(error) });
    }
    // Who took over has most likely sent it again, which an operator may be asked about.
    if (!(await persistently(() => ledger.settle(claim, 'sent'), now)))
      log.warn({ eventId, template }, 'mail sent, but its claim was lost before that was written down');
    metrics.mailed(template, 'sent');
    log.info({ eventId, template }, 'mail sent');
  };
};

const settlePause = 250;
const settlePatience = 5 * 60_000;

/**
 * What the mail server took would be sent again if it were not written down, and the database may be away for minutes.
 * Whatever it refuses with is no reason to give up.
 */
const persistently = <T>(settle: () => Promise<T>, now: () => Date): Promise<T> => {
  // Attempts do not measure time: one may take long to fail.
  const deadline = now().getTime() + settlePatience;
  return retry(settle, {
    pause: settlePause,
    onFailure: (error) => {
      if (now().getTime() >= deadline) throw error;
    },
  });
};

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer('no answer from the mail server')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** What a mail server says of a failure, by nodemailer. */
type Said = { command?: unknown; responseCode?: unknown; response?: unknown };

/** The server takes no mail for this recipient, or not this one, and does not say that it is for now. */
const isRefused = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as Error & Said;
  const permanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return permanent && (command === 'RCPT TO' || command === 'DATA');
};

/**
 * Whether it is said of the mailbox or of the mail (RFC 3463: X.1.X but for the sender's address, X.2.X, X.6.X, too large). All
 * else is as often the sender's to mend, a policy, a limit, a relay that is not set up: such a mail is tried again, and parked.
 */
const isForGood = (error: unknown): boolean =>
  error instanceof Error &&
  /^\d{3}[ -]5\.(?:1\.(?![78]\b)|2\.|3\.4\b|6\.)/.test(String((error as Error & Said).response));

/** Code of a failure: texts of mail servers may quote addresses. */
const failureOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter(Boolean).join(' ') || error.name;
};
