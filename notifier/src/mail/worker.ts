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
import { retry } from '@visita/platform/async/retry';

/** A mail without the ledger's fields. */
export type Composed = Omit<Mail, 'messageId' | 'created'> & {
  /** People whose personal data it holds. */
  readonly subjects: readonly Subject[];
  /** Account that caused it, if it counts against budgets; null for a stranger. */
  readonly provokedBy?: string | null;
};

export type MailWorkerDeps = {
  ledger: Ledger;
  transport: Pick<MailTransport, 'send'> & Partial<Pick<MailTransport, 'answers'>>;
  /** Writes the mail as of now; null if it has become pointless. */
  compose(job: MailJob): Promise<Composed | null>;
  /** Undefined if mails are not counted. */
  budget?: Budget | undefined;
  /** Called for a mail over budget, or refused permanently, before it is dropped. */
  notMailed?: (job: MailJob, reason: UnmailedReason) => Promise<void>;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
  /** Timeout of the transport (ms); shorter than the ledger's lease. */
  patience: number;
  now: () => Date;
} & Partial<Telemetry>;

/** The transport did not answer in time: it is unknown whether the mail was sent. */
class NoAnswer extends Error {
  readonly code = 'ENOANSWER';
}

/** Creates the handler of mail jobs. It throws if the job is to be tried again. */
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
        await ledger.settle(claim, 'dropped', 'budget');
        metrics.mailed(template, 'dropped');
        return log.info({ eventId, template }, 'mail over budget: not sent');
      }
      // By the next attempt, the mail's facts no longer contain the erased person.
      if (!(await ledger.confirm(claim, subjects))) throw new Error('this mail must not be sent any more');
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
          return log.warn(
            { eventId, template, reason: failureOf(error) },
            'mail refused permanently: not sent',
          );
        }
      }
      metrics.mailed(template, 'failed');
      // The claim stays until its lease ends: the server may still accept the mail.
      if (!(error instanceof NoAnswer)) {
        const waits = (await transport.answers?.()) === false;
        await ledger.fail(claim, failureOf(error), waits);
        if (waits) throw new PutBack(failureOf(error));
      }
      // oxlint-disable-next-line preserve-caught-error -- a mail server's text may quote addresses, and causes are logged
      throw Object.assign(new Error(`mail not sent: ${failureOf(error)}`), { code: failureOf(error) });
    }
    // The worker that took over has probably sent the mail again; users may ask an operator about
    // two equal mails.
    if (!(await persistently(() => ledger.settle(claim, 'sent'), now)))
      log.warn({ eventId, template }, 'mail sent, but its claim was lost before that was recorded');
    metrics.mailed(template, 'sent');
    log.info({ eventId, template }, 'mail sent');
  };
};

const settlePause = 250;
const settlePatience = 5 * 60_000;

/**
 * Retries any error: an accepted mail that is not recorded would be sent again, and the database may be down
 * for minutes.
 */
const persistently = <T>(settle: () => Promise<T>, now: () => Date): Promise<T> => {
  // The retries end by a deadline instead of a number of attempts, because one attempt may take
  // long to fail.
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

/** Error fields that nodemailer sets. */
type SmtpFailure = { command?: unknown; responseCode?: unknown; response?: unknown };

/** Tells whether the server permanently refuses this recipient or this mail. */
const isRefused = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as Error & SmtpFailure;
  const permanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return permanent && (command === 'RCPT TO' || command === 'DATA');
};

/**
 * Tells whether the refusal concerns the mailbox or the mail itself (RFC 3463: X.1.X except the sender's
 * address, X.2.X, X.6.X, too large). Other refusals (policy, limit, relay settings) may be the sender's to
 * fix: such a mail is retried, then parked.
 */
const isForGood = (error: unknown): boolean =>
  error instanceof Error &&
  /^\d{3}[ -]5\.(?:1\.(?![78]\b)|2\.|3\.4\b|6\.)/.test(String((error as Error & SmtpFailure).response));

/** Returns an error code: texts of mail servers may contain addresses. */
const failureOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter(Boolean).join(' ') || error.name;
};
