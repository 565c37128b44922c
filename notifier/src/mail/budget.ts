import { createHmac } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { mailboxOf } from '@visita/platform/auth/mailbox';
import type { Database } from '@visita/platform/postgres/connect';
import { inTransaction } from '@visita/platform/postgres/transaction';
import { jobIdOf } from './asks.ts';

/** Mails that somebody other than the recipient provokes; what the recipient asked for is never counted. */
const provoked: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'online-booking-suspended',
  'known-patients-only',
  'one-appointment-only',
  'booked-by-pro',
  'confirmed',
  'moved',
  'cancelled',
  'reminder',
  'invitation',
  'collaboration-invitation',
  // To an address that is not proven to be the account's; the notice to the present one is always sent.
  'email-change',
]);

/** Whether a mail counts; not where the recipient confirmed the visit by a mailed link. */
export const isCounted = ({ template }: MailJob, { byLink = false }: { byLink?: boolean }): boolean =>
  provoked.has(template) && !byLink;

/** Who a mail goes to, and whose account caused it; null where a stranger did. */
export type Provoked = { readonly to: string; readonly account: string | null };

/** How many mails of strangers somebody gets in a day. */
export type Budget = {
  /** Counts a mail, once for all its attempts; false where it is not to be sent. */
  take(job: MailJob, provoked: Provoked): Promise<boolean>;
};

const perDay = { recipient: 30, pair: 12, account: 200 };
/** Of an account on a plan that is paid for or given: practices mail more than strangers. */
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

/** A budget in a table; whom mails go to stands there as a keyed hash, and for a day. */
export const createBudget = ({ pool, key, now }: Deps): Budget => ({
  take: async (job, { to, account }) => {
    const recipient = createHmac('sha256', key())
      .update(`recipient|${mailboxOf(to)}`)
      .digest('hex');
    return inTransaction(pool, async (client) => {
      // One after the other: two at the same moment would both find room for one.
      await client.query(lockSql);
      await client.query(forgetSql, [now()]);
      const { rowCount } = await client.query(takeSql, [jobIdOf(job), recipient, account, now()]);
      return rowCount === 1;
    });
  },
});
