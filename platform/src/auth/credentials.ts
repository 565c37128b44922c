import type { Database } from '../postgres/connect.ts';
import type { Passwords } from './passwords.ts';

export type Credentials = {
  /** Sets or replaces a pro's password. */
  set(proId: string, password: string): Promise<void>;
  /**
   * Hashes a password and returns a function that sets it. Hash before an action that cannot be repeated, because
   * hashing may be refused under load.
   */
  prepare(password: string): Promise<(proId: string) => Promise<void>>;
  /**
   * Returns whether `password` is the pro's password. Takes as long if `proId` is null or the pro has no password, so
   * that the time reveals nothing.
   */
  verify(proId: string | null, password: string): Promise<boolean>;
  /**
   * Returns a value that changes with the password but does not reveal it; null for null and for a pro without
   * password.
   */
  mark(proId: string | null): Promise<string | null>;
  /** Returns the instant at which the current password was set; null without a password. */
  setAt(proId: string): Promise<Date | null>;
  remove(proId: string): Promise<void>;
};

type CredentialsOptions = {
  database: Pick<Database, 'pool'>;
  passwords: Passwords;
  clock: () => Date;
};

/** Stores passwords in the PostgreSQL schema `auth`. */
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
    // The hash is salted, so that setting the same password again gives another hash.
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
