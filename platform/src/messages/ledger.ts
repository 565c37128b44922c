import type { PoolClient } from 'pg';
import type { Database } from '../postgres/connect.ts';
import {
  claimSql,
  delaySql,
  isFirstSql,
  ownerSql,
  receiveSql,
  reserveSql,
  senderSql,
  settleSql,
  tidySql,
  usedSql,
} from './ledger.sql.ts';

/** A text that waits for its gateway. `number` is a keyed hash. */
export type NewText = {
  readonly id: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly purpose: string;
  readonly provider: string;
  readonly number: string;
  readonly notAfter: Date;
};

export type WaitingText = NewText & { readonly attempts: number };

/** Texts of the last day and month to a number, of the month by a pro, and of the day by all pros. */
export type Used = {
  readonly numberDay: number;
  readonly numberMonth: number;
  readonly proMonth: number;
  readonly day: number;
  /** Whether a gateway said that the number can never get a text. */
  readonly refused: boolean;
  /** Whether the message has been a text before, which was refused or failed. */
  readonly known: boolean;
};

/** Result of one attempt, or the end of a text. */
export type TextResult =
  | { readonly state: 'sent'; readonly providerId: string | null; readonly segments: number }
  | { readonly state: 'unknown' | 'refused' | 'dropped'; readonly reason: string };

type Queries = Pick<PoolClient, 'query'>;

/** Texts of the last 13 months: counted against budgets, and settled by receipts. */
export type TextLedger = {
  used(client: Queries, text: Pick<NewText, 'id' | 'number' | 'proId'>, now: Date): Promise<Used>;
  /** Keeps a text until a worker takes it; a known id stays as it is, unless the text was taken back. */
  reserve(client: Queries, text: NewText, now: Date): Promise<void>;
  /** Takes texts that are due for `lease` ms. A text whose worker ended in between is never sent again. */
  claim(options: { now: Date; lease: number; limit: number }): Promise<readonly WaitingText[]>;
  settle(id: string, result: TextResult, now: Date): Promise<void>;
  /** Gives a text back that was certainly not sent. */
  delay(id: string, until: Date, reason: string): Promise<void>;
  /** Drops texts that were not sent in time, marks interrupted ones, and deletes those older than 13 months. */
  tidy(now: Date): Promise<void>;
  /** Tells whether a number has never got a text before this one. */
  isFirst(text: Pick<NewText, 'id' | 'number'>): Promise<boolean>;
  /** Returns the pro of a text that a provider got; null if there is none. */
  ownerOf(id: string, provider: string): Promise<string | null>;
  /** Records a receipt; a delivered text stays delivered. Returns whether it changed anything. */
  receive(id: string, state: 'delivered' | 'failed', now: Date): Promise<boolean>;
  /** Returns the patient to whom the pro last sent a text at one of these numbers. */
  patientAt(proId: string, numbers: readonly string[]): Promise<string | null>;
};

export const createTextLedger = ({ pool }: Pick<Database, 'pool'>): TextLedger => ({
  used: async (client, { id, number, proId }, now) => {
    const { rows } = await client.query<Used>(usedSql, [number, proId, now, id]);
    return rows[0]!;
  },
  reserve: async (client, text, now) => {
    const { id, proId, clinicId, patientId, purpose, provider, number, notAfter } = text;
    await client.query(reserveSql, [
      id,
      proId,
      clinicId,
      patientId,
      purpose,
      provider,
      number,
      now,
      notAfter,
    ]);
  },
  claim: async ({ now, lease, limit }) => (await pool.query<WaitingText>(claimSql, [now, lease, limit])).rows,
  settle: async (id, result, now) => {
    const sent = result.state === 'sent' ? result : { providerId: null, segments: null };
    const reason = result.state === 'sent' ? null : result.reason;
    await pool.query(settleSql, [id, result.state, reason, sent.providerId, sent.segments, now]);
  },
  delay: async (id, until, reason) => {
    await pool.query(delaySql, [id, until, reason]);
  },
  tidy: async (now) => {
    await pool.query(tidySql, [now]);
  },
  isFirst: async ({ id, number }) => (await pool.query(isFirstSql, [id, number])).rowCount === 0,
  ownerOf: async (id, provider) =>
    (await pool.query<{ proId: string }>(ownerSql, [id, provider])).rows[0]?.proId ?? null,
  receive: async (id, state, now) => (await pool.query(receiveSql, [id, state, now])).rowCount === 1,
  patientAt: async (proId, numbers) =>
    (await pool.query<{ patientId: string }>(senderSql, [proId, numbers])).rows[0]?.patientId ?? null,
});
