import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Database } from '../postgres/connect.ts';

/** Recovery codes: each replaces an authenticator code once. */
export type RecoveryCodes = {
  /** Number of unused codes. */
  left(proId: string): Promise<number>;
  /** Replaces all codes and returns the new ones, which are shown once. */
  renew(proId: string): Promise<readonly string[]>;
  /** Uses a code; false if it is invalid. */
  use(proId: string, code: string): Promise<boolean>;
  removeAll(proId: string): Promise<void>;
};

const count = 10;

const plain = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Number of random bytes of a code. With more than 112 random bits, no slow hash is needed. */
const size = 15;

const hashOf = (proId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${proId}|${plain(code)}`)
    .digest();

const draw = (): string => new Secret({ size }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');

/** Stores hashes of the codes in the PostgreSQL schema `auth`. */
export const createRecoveryCodes = ({ pool }: Pick<Database, 'pool'>): RecoveryCodes => {
  const removeAll = async (proId: string): Promise<void> => {
    await pool.query('delete from auth.recovery_codes where pro_id = $1', [proId]);
  };
  return {
    removeAll,
    left: async (proId) => {
      const { rowCount } = await pool.query('select from auth.recovery_codes where pro_id = $1', [proId]);
      return rowCount ?? 0;
    },
    renew: async (proId) => {
      const codes = Array.from({ length: count }, draw);
      await removeAll(proId);
      await pool.query('insert into auth.recovery_codes select $1, unnest($2::bytea[])', [
        proId,
        codes.map((code) => hashOf(proId, code)),
      ]);
      return codes;
    },
    use: async (proId, code) => {
      const { rowCount } = await pool.query(
        'delete from auth.recovery_codes where pro_id = $1 and code_hash = $2',
        [proId, hashOf(proId, code)],
      );
      return rowCount === 1;
    },
  };
};
