import { createHmac } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { mailboxOf } from '@visita/platform/auth/mailbox';
import type { Database } from '@visita/platform/postgres/connect';
import { inTransaction } from '@visita/platform/postgres/transaction';
import { jobIdOf } from '../mail-job-id.ts';

/**
 * Mails that people other than the recipient can cause. Mails that the recipient asked for are
 * never counted.
 */
const provoked: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'online-booking-suspended',
  'known-patients-only',
  'one-appointment-only',
  'waiting-request',
  'time-offered',
  'offer-gone',
  'booked-by-pro',
  'series-booked',
  'series-corrected',
  'series-moved',
  'series-cancelled',
  'confirmed',
  'corrected',
  'moved',
  'cancelled',
  'reminder',
  'planned-reminder',
  'recall',
  'visit-survey',
  'invitation',
  'collaboration-invitation',
  // This mail goes to an address that is not verified; the notice to the present address is always
  // sent.
  'email-change',
]);

/**
 * Returns whether a mail counts; a mail does not if the recipient confirmed the visit, or the entry on a waiting list,
 * by a mailed link.
 */
export const isCounted = ({ template }: MailJob, { byLink = false }: { byLink?: boolean }): boolean =>
  provoked.has(template) && !byLink;

/** Recipient of a mail, and the account that caused it; null for a stranger. */
export type Provoked = { readonly to: string; readonly account: string | null };

/** Daily limit of mails caused by strangers, per recipient. */
export type Budget = {
  /** Counts a mail, once for all its attempts; returns false if it must not be sent. */
  take(job: MailJob, provoked: Provoked): Promise<boolean>;
};

const perDay = { recipient: 30, pair: 12, account: 200 };
/** Daily limit of accounts on a paid or granted plan: practices send more mails than strangers. */
const perDayByPlan = 1_000;

const lockSql = "select pg_advisory_xact_lock(hashtext('notifier.counted_mails'))";
const forgetSql = "delete from notifier.counted_mails where at <= $1::timestamptz - interval '1 day'";
const takeSql = `
  with counted as (
    select (count(*) filter (where recipient = $2)) as recipient,
      (count(*) filter (where recipient = $2 and account = $3)) as pair,
      (count(*) filter (where account = $3)) as account
    from notifier.counted_mails where (recipient = $2 or account = $3) and job_id <> $1
  )
  insert into notifier.counted_mails (job_id, recipient, account, at)
  select $1, $2, $3, $4 from counted
  where recipient < ${perDay.recipient} and pair < ${perDay.pair} and account < case when exists (
    select from read.pros where 'pro-' || pro_id = $3 and plan in ('premium', 'friends')
  ) then ${perDayByPlan} else ${perDay.account} end
  on conflict (job_id) do update set at = counted_mails.at
  returning job_id`;

type Deps = { pool: Database['pool']; key: () => Uint8Array | string; now: () => Date };

/** Creates a budget stored in a table. Recipients are stored as keyed hashes, for a day. */
export const createBudget = ({ pool, key, now }: Deps): Budget => ({
  take: async (job, { to, account }) => {
    const recipient = createHmac('sha256', key())
      .update(`recipient|${mailboxOf(to)}`)
      .digest('hex');
    return inTransaction(pool, async (client) => {
      // The lock serializes counting: two concurrent mails would both take the last place.
      await client.query(lockSql);
      await client.query(forgetSql, [now()]);
      const { rowCount } = await client.query(takeSql, [jobIdOf(job), recipient, account, now()]);
      return rowCount === 1;
    });
  },
});
