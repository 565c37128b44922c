import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import type { Database } from '@visita/platform/postgres/connect';
import { jobIdOf } from '../mail-job-id.ts';

import { claimSql, confirmSql, endedSql, failSql, settleSql } from '../outbox.sql.ts';

/** A worker's right to send one mail, until its lease ends. */
export type Claim = {
  readonly claimId: string;
  readonly messageId: string;
  /** Time of the first claim: the same in every attempt. */
  readonly created: Date;
};

/**
 * Assigns mails to workers, through the rows of the outbox. A claimed mail belongs to its worker until
 * `claimed_until`; if the worker dies, another takes over after that. A refused attempt makes it `asked`
 * again.
 *
 * A claim is confirmed immediately before the transport is called. A mail can go out twice only if its worker
 * died or hung between handing it over and receiving the answer; it then has the same Message-ID.
 */
export type Ledger = {
  /** `busy`: another worker has it; `settled`: nothing is left to do. */
  claim(job: MailJob): Promise<Claim | 'busy' | 'settled'>;
  /**
   * Renews the lease and records the people in the mail. Returns false if another worker took over or one of
   * these people may not be in mails any more.
   */
  confirm(claim: Claim, subjects: readonly Subject[]): Promise<boolean>;
  /** Returns false if the claim was lost: another worker took over, or an erasure dropped the mail. */
  settle(claim: Claim, state: 'sent' | 'dropped', failure?: 'budget'): Promise<boolean>;
  /**
   * `failure` is a code, never a text of the mail server, which may contain addresses. `waits`: until the
   * server answers.
   */
  fail(claim: Claim, failure: string, waits?: boolean): Promise<void>;
};

export type LedgerDeps = {
  pool: Database['pool'];
  newId: () => string;
  /** Host part of the Message-IDs. */
  host: string;
  /** Milliseconds; longer than the transport's timeout. */
  lease: number;
};

export const createLedger = ({ pool, newId, host, lease }: LedgerDeps): Ledger => ({
  claim: async (job) => {
    const { eventId, template } = job;
    const [id, claimId] = [jobIdOf(job), newId()];
    const messageId = `<${eventId}.${template}@${host}>`;
    const values = [id, template, JSON.stringify(job), messageId, claimId, lease];
    const [row] = (await pool.query<Omit<Claim, 'claimId'>>(claimSql, values)).rows;
    if (row) return { claimId, ...row };
    return (await pool.query(endedSql, ['mail', id])).rowCount === 1 ? 'settled' : 'busy';
  },
  confirm: async ({ claimId }, subjects) =>
    (await pool.query(confirmSql, [claimId, lease, subjects])).rowCount === 1,
  settle: async ({ claimId }, state, failure) =>
    (await pool.query(settleSql, [claimId, state, failure ?? null])).rowCount === 1,
  fail: async ({ claimId }, failure, waits = false) => {
    await pool.query(failSql, [claimId, failure, waits]);
  },
});
