import type { Database } from '../postgres/connect.ts';
import type { Passwords } from './passwords.ts';

/** The pros' passwords, hashed. */
export type Credentials = {
  /** Sets or replaces a pro's password. */
  set(proId: string, password: string): Promise<void>;
  /**
   * Hashes a password; the answer then sets it. For callers who do something once only in between: hashing may be
   * refused, as many at once are, and comes first.
   */
  prepare(password: string): Promise<(proId: string) => Promise<void>>;
  /** Whether it is this pro's password; as slow for nobody (null) and for a pro without one. */
  verify(proId: string | null, password: string): Promise<boolean>;
  /** Tells one password of a pro from another, without being it; null for nobody and for a pro without one. */
  mark(proId: string | null): Promise<string | null>;
  /** When the present password was set; null for a pro without one. */
  setAt(proId: string): Promise<Date | null>;
  /** Forgets a pro's password. */
  remove(proId: string): Promise<void>;
};

type CredentialsOptions = {
  database: Pick<Database, 'pool'>;
  passwords: Passwords;
  clock: () => Date;
};

/** Passwords in the PostgreSQL schema `auth`. */
export const createCredentials = ({ database, passwords, clock }: CredentialsOptions): Credentials => {
  const prepare: Credentials['prepare'] = async (password) => {
    const hash = await passwords.hash(password);
    return async (proId) => {
      await database.pool.query(
        `insert into auth.credentials (pro_id, password_hash, updated) values ($1, $2, $3)
         on conflict (pro_id) do update set password_hash = excluded.password_hash, updated = excluded.updated`,
        [proId, hash, clock()],
      );
    };
  };
  const hashOf = async (proId: string | null): Promise<string | null> => {
    const { rows } = await database.pool.query<{ password_hash: string }>(
      'select password_hash from auth.credentials where pro_id = $1',
      [proId],
    );
    return rows[0]?.password_hash ?? null;
  };
  return {
    prepare,
    set: async (proId, password) => (await prepare(password))(proId),
    verify: async (proId, password) => passwords.verify(await hashOf(proId), password),
    // Salted, so that the same password set again is another one.
    mark: hashOf,
    setAt: async (proId) => {
      const { rows } = await database.pool.query<{ updated: Date }>(
        'select updated from auth.credentials where pro_id = $1',
        [proId],
      );
      return rows[0]?.updated ?? null;
    },
    remove: async (proId) => {
      await database.pool.query('delete from auth.credentials where pro_id = $1', [proId]);
    },
  };
};
