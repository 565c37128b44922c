import { z } from 'zod';
import { decrypt, encrypt } from '../vault/cipher.ts';
import type { Database } from '../postgres/connect.ts';
import type { Vault } from '../vault/vault.ts';

/** Credentials of one provider by name. */
export type ProviderCredentials = Readonly<Record<string, string>>;

/** A pro's account at a provider. */
export type ProviderAccount = { readonly proId: string; readonly provider: string };

/** Credentials of pros at SMS providers, encrypted with the pro's key: an erased pro's cannot be read. */
export type Credentials = {
  save(account: ProviderAccount, credentials: ProviderCredentials): Promise<void>;
  /** Null if there are none or the pro was erased. */
  read(account: ProviderAccount): Promise<ProviderCredentials | null>;
  has(account: ProviderAccount): Promise<boolean>;
  /** Deletes a pro's credentials at all providers. */
  forget(proId: string): Promise<void>;
};

type Options = { database: Pick<Database, 'pool'>; vault: Pick<Vault, 'keysFor' | 'getKeys'> };

const shape = z.record(z.string(), z.string());
const contextOf = ({ proId, provider }: ProviderAccount): string => `sms-credentials|${proId}|${provider}`;
const one = 'from messages.credentials where pro_id = $1 and provider = $2';

export const createProviderCredentials = ({ database: { pool }, vault }: Options): Credentials => ({
  save: async (account, credentials) => {
    const subject = `pro-${account.proId}` as const;
    const key = (await vault.keysFor([subject])).get(subject);
    if (!key) throw new Error('an erased account has no credentials');
    const sealed = encrypt(key, contextOf(account), JSON.stringify(credentials));
    await pool.query(
      `insert into messages.credentials (pro_id, provider, sealed) values ($1, $2, $3)
       on conflict (pro_id, provider) do update set sealed = excluded.sealed`,
      [account.proId, account.provider, sealed],
    );
  },
  read: async (account) => {
    const subject = `pro-${account.proId}` as const;
    const { rows } = await pool.query<{ sealed: Buffer }>(`select sealed ${one}`, [
      account.proId,
      account.provider,
    ]);
    const key = rows[0] && (await vault.getKeys([subject])).get(subject);
    if (!rows[0] || !key) return null;
    return shape.parse(JSON.parse(decrypt(key, contextOf(account), rows[0].sealed).toString()));
  },
  has: async ({ proId, provider }) => (await pool.query(`select ${one}`, [proId, provider])).rowCount === 1,
  forget: async (proId) => {
    await pool.query('delete from messages.credentials where pro_id = $1', [proId]);
  },
});
