import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { newIdentity } from '@visita/operator/backup/age';
import { readConfig } from '@visita/platform/config/config';
import type { Use } from '@visita/platform/config/production';
import { formatRing, newRoot } from '@visita/platform/secrets/ring-text';
import { makeKeyFile } from '@visita/platform/vault/key-file';
import type { Environment } from './prepare.ts';

/** Returns the file named by a variable, if it does not exist yet. */
const missing = (env: Environment, variable: string): string | null => {
  const file = env[variable]?.trim();
  return file && !existsSync(file) ? file : null;
};

/** Only at the first start: data encrypted with a lost key cannot be read with a new one. */
const missingMasterKey = (env: Environment): string | null => {
  const isElsewhere = Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
  if (isElsewhere || existsSync(join(env['VAR_DIRECTORY'] || 'var', 'postgres'))) return null;
  return missing(env, 'MASTER_KEY_FILE');
};

const missingRecipient = (env: Environment): string | null =>
  env['BACKUP_RECIPIENT']?.trim() ? null : missing(env, 'BACKUP_RECIPIENT_FILE');

const makeMasterKey = async (file: string): Promise<void> => {
  await makeKeyFile(file);
  process.stdout.write(
    `A master key was created in ${file}. Keep a copy elsewhere: without it no personal data can be read.\n`,
  );
};

type Pair = Awaited<ReturnType<typeof newIdentity>>;

/** Writes both keys to files: output of a start goes to logs, which are copied. */
const keepRecipient = async (file: string, pair: Pair): Promise<void> => {
  const identity = `${file}.identity`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(identity, pair.file, { flag: 'wx', mode: 0o600 });
  await writeFile(file, `${pair.recipient}\n`, { flag: 'wx', mode: 0o600 });
  process.stdout.write(
    [
      `Backups are encrypted to the key in ${file}. The key that decrypts them is in ${identity}:`,
      'copy it to two other machines, and delete it here. Without it no backup can be read; while it is here, an attacker',
      'on this machine can read them.',
      '',
    ].join('\n'),
  );
};

/**
 * Creates missing keys named in the settings: the master key at the first start of an embedded database
 * (MASTER_KEY_FILE), and the key pair of backups (BACKUP_RECIPIENT_FILE), whose private half is to be moved
 * elsewhere. Throws before that if other settings are wrong: the next start often writes to a new log, and
 * the notice about the keys would be lost.
 */
export const makeFirstKeys = async (env: Environment, uses: readonly Use[]): Promise<void> => {
  const [masterKey, recipient] = [missingMasterKey(env), missingRecipient(env)];
  if (masterKey === null && recipient === null) return;
  const age = await import('@visita/operator/backup/age');
  const pair = await age.newIdentity();
  readConfig(
    {
      ...env,
      ...(masterKey !== null && { MASTER_KEY: formatRing([newRoot(1)]), MASTER_KEY_FILE: undefined }),
      ...(recipient !== null && { BACKUP_RECIPIENT: pair.recipient, BACKUP_RECIPIENT_FILE: undefined }),
    },
    uses,
  );
  if (masterKey !== null) await makeMasterKey(masterKey);
  if (recipient !== null) await keepRecipient(recipient, pair);
};
