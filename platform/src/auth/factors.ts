import { Secret, TOTP } from 'otpauth';
import { Rejection } from '@visita/contracts/problem';
import type { Database } from '../postgres/connect.ts';
import { decrypt, encrypt } from '../vault/cipher.ts';
import type { Vault } from '../vault/vault.ts';
import type { Passkeys } from './passkeys.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

/** An authenticator or passkey of a pro. */
export type Factor = { readonly proId: string; readonly factorId: string };

export type FactorKind = 'authenticator' | 'passkey';

/** Kind of an accepted code; null if it was not accepted. */
export type UsedCode = 'authenticator' | 'recovery' | null;

/** Second factors of logins: TOTP authenticators (RFC 6238), passkeys, and recovery codes. */
export type Factors = {
  /** Returns the confirmed authenticators. */
  list(proId: string): Promise<readonly { factorId: string; created: Date }[]>;
  /** Whether logins require a second factor. */
  isOn(proId: string): Promise<boolean>;
  /** Creates an unconfirmed authenticator with its secret. */
  begin(proId: string, label: string): Promise<{ factorId: string; secret: string; uri: string }>;
  /** Confirms a new authenticator by its code; false if the code is wrong. */
  confirm(factor: Factor, code: string): Promise<boolean>;
  /** Uses a code of any kind, once. */
  use(proId: string, code: string): Promise<UsedCode>;
  /**
   * Removes a factor and returns its kind; null if it does not exist. Recovery codes are removed with the last
   * factor.
   */
  remove(factor: Factor): Promise<FactorKind | null>;
  /** Removes all factors and recovery codes, or only those begun before an instant. */
  removeAll(proId: string, begunBefore?: Date): Promise<void>;
  readonly codes: RecoveryCodes;
  readonly passkeys: Passkeys;
};

type Options = {
  database: Pick<Database, 'pool'>;
  vault: Pick<Vault, 'keysFor'>;
  codes: RecoveryCodes;
  passkeys: Passkeys;
  clock: () => Date;
  ids: () => string;
};

type Row = { id: string; secret: Buffer; last_step: string; created: Date };

const issuer = 'Visita';
const [period, secretBytes] = [30, 20];

/** Stores authenticators in the PostgreSQL schema `auth`. */
export const createFactors = (options: Options): Factors => {
  const { vault, codes, passkeys, clock, ids } = options;
  const { pool } = options.database;

  const keyOf = async (proId: string) => {
    const subject = `pro-${proId}` as const;
    const key = (await vault.keysFor([subject])).get(subject);
    if (!key) throw new Rejection('not-found');
    return key;
  };

  const rowsOf = async (proId: string, confirmed: boolean): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      'select id, secret, last_step, created from auth.factors where pro_id = $1 and confirmed = $2 order by created',
      [proId, confirmed],
    );
    return rows;
  };

  /** Marks the code's time step as used, if it is valid and unused. Clocks may differ by one step. */
  const useAt = async (proId: string, { id, secret }: Row, token: string): Promise<boolean> => {
    const base32 = decrypt(await keyOf(proId), `factor|${id}`, secret).toString();
    const timestamp = clock().getTime();
    const delta = new TOTP({ secret: Secret.fromBase32(base32) }).validate({ token, window: 1, timestamp });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / period) + delta;
    const { rowCount } = await pool.query(
      'update auth.factors set last_step = $2, confirmed = true where id = $1 and last_step < $2',
      [id, step],
    );
    return rowCount === 1;
  };

  const useAny = async (proId: string, rows: readonly Row[], code: string): Promise<boolean> => {
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return false;
    for (const row of rows) if (await useAt(proId, row, token)) return true;
    return false;
  };

  const isOn = async (proId: string): Promise<boolean> =>
    (await rowsOf(proId, true)).length > 0 || (await passkeys.has(proId));

  /** Removes the recovery codes if no other factor is left. */
  const endCodes = async (proId: string): Promise<void> => {
    if (!(await isOn(proId))) await codes.removeAll(proId);
  };

  const removeOne = async ({ proId, factorId }: Factor): Promise<FactorKind | null> => {
    if (await passkeys.remove({ proId, passkeyId: factorId })) return 'passkey';
    const { rowCount } = await pool.query('delete from auth.factors where pro_id = $1 and id = $2', [
      proId,
      factorId,
    ]);
    return rowCount === 1 ? 'authenticator' : null;
  };

  return {
    codes,
    passkeys,
    isOn,
    list: async (proId) =>
      (await rowsOf(proId, true)).map(({ id: factorId, created }) => ({ factorId, created })),
    begin: async (proId, label) => {
      const [factorId, secret] = [ids(), new Secret({ size: secretBytes })];
      const sealed = encrypt(await keyOf(proId), `factor|${factorId}`, secret.base32);
      await pool.query('delete from auth.factors where pro_id = $1 and not confirmed', [proId]);
      await pool.query(
        `insert into auth.factors (id, pro_id, secret, created, confirmed, last_step)
         values ($1, $2, $3, $4, false, 0)`,
        [factorId, proId, sealed, clock()],
      );
      return { factorId, secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() };
    },
    confirm: async ({ proId, factorId }, code) =>
      useAny(
        proId,
        (await rowsOf(proId, false)).filter(({ id }) => id === factorId),
        code,
      ),
    use: async (proId, code) => {
      if (await useAny(proId, await rowsOf(proId, true), code)) return 'authenticator';
      return (await codes.use(proId, code)) ? 'recovery' : null;
    },
    remove: async (factor) => {
      const kind = await removeOne(factor);
      await endCodes(factor.proId);
      return kind;
    },
    removeAll: async (proId, begunBefore) => {
      await pool.query(
        'delete from auth.factors where pro_id = $1 and ($2::timestamptz is null or created < $2)',
        [proId, begunBefore ?? null],
      );
      await passkeys.removeAll(proId, begunBefore);
      await endCodes(proId);
    },
  };
};
