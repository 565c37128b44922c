import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../postgres/connect.ts';

/** Secrets in the addresses of calendar feeds: one per pro, stored as SHA-256. */
export type Feeds = {
  /**
   * Replaces the secret by a new one of 256 bits; null if the login has ended. The feed's age is that of the login.
   */
  rotate(login: { proId: string; sessionId: string }): Promise<string | null>;
  has(proId: string): Promise<boolean>;
  /** Returns the id of the pro with this secret; null if unknown. */
  proOf(secret: string): Promise<string | null>;
  /** Removes a pro's feed; with `madeBefore`, only if the login that created it is older. */
  remove(proId: string, madeBefore?: Date): Promise<void>;
};

/** Stores feeds in PostgreSQL. */
export const createFeeds = ({ pool }: Pick<Database, 'pool'>): Feeds => ({
  rotate: async ({ proId, sessionId }) => {
    const secret = randomBytes(32).toString('base64url');
    // The lock prevents the login from ending meanwhile, so that ending the login also removes this
    // feed.
    const { rowCount } = await pool.query(
      `with login as (
         select created from auth.sessions where id = $3 and pro_id = $1 and ended_at is null for share
       )
       insert into calendar.feeds (pro_id, secret_hash, login_at) select $1, $2, created from login
       on conflict (pro_id) do update set secret_hash = excluded.secret_hash, login_at = excluded.login_at`,
      [proId, sha256(secret), sessionId],
    );
    return rowCount === 1 ? secret : null;
  },
  has: async (proId) => {
    const { rowCount } = await pool.query('select from calendar.feeds where pro_id = $1', [proId]);
    return rowCount === 1;
  },
  proOf: async (secret) => {
    const { rows } = await pool.query<{ pro_id: string }>({
      name: 'calendar-feed',
      text: 'select pro_id from calendar.feeds where secret_hash = $1',
      values: [sha256(secret)],
    });
    return rows[0]?.pro_id ?? null;
  },
  remove: async (proId, madeBefore) => {
    await pool.query(
      'delete from calendar.feeds where pro_id = $1 and ($2::timestamptz is null or login_at < $2)',
      [proId, madeBefore ?? null],
    );
  },
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
