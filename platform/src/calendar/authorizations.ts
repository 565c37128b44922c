import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../postgres/connect.ts';
import { createSealer, type KeySource } from '../vault/purpose-keys.ts';

/** Pending OAuth authorizations. Each is valid once, for ten minutes, for the pro who began it. */
export type Authorizations = {
  /** Returns `state` and PKCE's S256 `challenge` for the browser. */
  begin(proId: string): Promise<{ state: string; challenge: string }>;
  /**
   * Returns the PKCE verifier and deletes the authorization; null if the state is another pro's, was used or has
   * expired.
   */
  use(proId: string, state: string): Promise<string | null>;
};

const goodFor = 10 * 60_000;

/** Stores authorizations in PostgreSQL: states hashed, verifiers encrypted. */
export const createAuthorizations = (options: {
  database: Pick<Database, 'pool'>;
  key: KeySource;
  now: () => Date;
}): Authorizations => {
  const { now } = options;
  const sealer = createSealer(options.key);
  const { pool } = options.database;
  return {
    begin: async (proId) => {
      const [state, verifier] = [
        randomBytes(32).toString('base64url'),
        randomBytes(48).toString('base64url'),
      ];
      const at = now();
      await pool.query('delete from calendar.authorizations where expires < $1', [at]);
      await pool.query(
        'insert into calendar.authorizations (state_hash, pro_id, verifier, expires) values ($1, $2, $3, $4)',
        [sha256(state), proId, sealer.seal(contextOf(proId), verifier), new Date(at.getTime() + goodFor)],
      );
      return { state, challenge: sha256(verifier).toString('base64url') };
    },
    use: async (proId, state) => {
      const { rows } = await pool.query<{ verifier: Buffer }>(
        `delete from calendar.authorizations where state_hash = $1 and pro_id = $2 and expires > $3
         returning verifier`,
        [sha256(state), proId, now()],
      );
      return rows[0] ? sealer.open(contextOf(proId), rows[0].verifier) : null;
    },
  };
};

const contextOf = (proId: string): string => `calendar-authorization|${proId}`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
