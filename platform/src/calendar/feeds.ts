import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/connect.ts';

/** Secrets in the addresses of calendar feeds: one for each pro, stored as SHA-256. */
export type Feeds = {
  /** A new secret of 256 bits, in place of the old one. */
  rotate(proId: string): Promise<string>;
  /** Whose feed it is; null for whatever is no secret of ours. */
  proOf(secret: string): Promise<string | null>;
  remove(proId: string): Promise<void>;
};

/** Feeds in PostgreSQL. */
export const createFeeds = ({ pool }: Pick<Database, 'pool'>): Feeds => ({
  rotate: async (proId) => {
    const secret = randomBytes(32).toString('base64url');
    await pool.query(
      `insert into calendar.feeds (pro_id, secret_hash) values ($1, $2)
       on conflict (pro_id) do update set secret_hash = excluded.secret_hash`,
      [proId, sha256(secret)],
    );
    return secret;
  },
  proOf: async (secret) => {
    const { rows } = await pool.query<{ pro_id: string }>({
      name: 'calendar-feed',
      text: 'select pro_id from calendar.feeds where secret_hash = $1',
      values: [sha256(secret)],
    });
    return rows[0]?.pro_id ?? null;
  },
  remove: async (proId) => {
    await pool.query('delete from calendar.feeds where pro_id = $1', [proId]);
  },
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
