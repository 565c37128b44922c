import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import type { Database } from '@visita/platform/postgres/connect';

/** A worker's right to send one mail, until its lease ends. */
export type Claim = {
  readonly claimId: string;
  readonly messageId: string;
  /** When the mail was first claimed: the same in every attempt. */
  readonly created: Date;
};

/**
 * Who sends which mail. States of a row:
 *
 * - `claimed`: a worker is at it until `claimed_until`. If the worker dies, the next one takes over when the lease is up.
 * - `failed`: an attempt was refused; the next one may claim it at once.
 * - `sent`: the transport took it. Final.
 * - `dropped`: there was nothing to say any more (cancelled, lapsed, erased). Final.
 *
 * A claim is confirmed immediately before the transport is called, so the only mail that can go out twice is one whose
 * worker died or hung between handing it over and hearing the answer. It then has the same Message-ID.
 */
export type Ledger = {
  /** `busy`: another worker is at it; `settled`: nothing is left to do. */
  claim(job: MailJob): Promise<Claim | 'busy' | 'settled'>;
  /**
   * Renews the lease and says whose data the mail holds; false where somebody else took over, or where one of these
   * people is to be in no mail any more.
   */
  confirm(claim: Claim, subjects: readonly Subject[]): Promise<boolean>;
  /** False where the claim was lost: somebody else took over, or dropped the mail of a person who is erased. */
  settle(claim: Claim, state: 'sent' | 'dropped'): Promise<boolean>;
  /** `failure` is a code, never a text of the mail server: that may quote addresses. */
  fail(claim: Claim, failure: string): Promise<void>;
};

export type LedgerDeps = {
  pool: Database['pool'];
  newId: () => string;
  /** Host part of the Message-IDs. */
  host: string;
  /** Milliseconds; longer than a transport may take. */
  lease: number;
};

const claimSql = `
  insert into notifier.mails as mail (event_id, template, message_id, state, claim_id, claimed_until)
  values ($1, $2, $3, 'claimed', $4, now() + $5 * interval '1 ms')
  on conflict (event_id, template) do update
    set state = 'claimed', claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        attempts = mail.attempts + 1
    where mail.state = 'failed' or (mail.state = 'claimed' and mail.claimed_until < now())
  returning message_id, created`;

const stateSql = 'select state from notifier.mails where event_id = $1 and template = $2';

const confirmSql = `
  update notifier.mails set claimed_until = now() + $2 * interval '1 ms', subjects = $3
  where claim_id = $1 and state = 'claimed'
    and not exists (select from notifier.forgotten where subject = any($3))`;

/** Whose answer was lost may ask again. */
const settleSql = `
  update notifier.mails set state = $2, failure = $3, settled = now()
  where claim_id = $1 and state in ('claimed', $2)`;

export const createLedger = ({ pool, newId, host, lease }: LedgerDeps): Ledger => ({
  claim: async ({ eventId, template }) => {
    const claimId = newId();
    const fresh = `<${eventId}.${template}@${host}>`;
    const claimed = await pool.query<{ message_id: string; created: Date }>(claimSql, [
      eventId,
      template,
      fresh,
      claimId,
      lease,
    ]);
    const [row] = claimed.rows;
    if (row) return { claimId, messageId: row.message_id, created: row.created };
    const { rows } = await pool.query<{ state: string }>(stateSql, [eventId, template]);
    return rows[0]?.state === 'sent' || rows[0]?.state === 'dropped' ? 'settled' : 'busy';
  },
  confirm: async ({ claimId }, subjects) =>
    (await pool.query(confirmSql, [claimId, lease, subjects])).rowCount === 1,
  settle: async ({ claimId }, state) => (await pool.query(settleSql, [claimId, state, null])).rowCount === 1,
  fail: async ({ claimId }, failure) => {
    await pool.query(settleSql, [claimId, 'failed', failure]);
  },
});
