import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeKeyFile } from '@visita/platform/vault/key-file';
import type { Environment } from './prepare.ts';

/** The file that a variable names, where it is not there yet. */
const missing = (env: Environment, variable: string): string | null => {
  const file = env[variable]?.trim();
  return file && !existsSync(file) ? file : null;
};

/** Never later than the first start: what was encrypted with a lost key cannot be read with another one. */
const makeMasterKey = async (env: Environment): Promise<void> => {
  const file = missing(env, 'MASTER_KEY_FILE');
  const isElsewhere = Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
  if (file === null || isElsewhere || existsSync(join(env['VAR_DIRECTORY'] || 'var', 'postgres'))) return;
  await makeKeyFile(file);
  process.stdout.write(
    `A master key was made in ${file}. Keep a copy elsewhere: without it nobody's data can be read.\n`,
  );
};

/** Shown once and kept nowhere, as the machine that makes backups must not be able to read them. */
const makeBackupPair = async (env: Environment): Promise<void> => {
  const file = missing(env, 'BACKUP_RECIPIENT_FILE');
  if (file === null || env['BACKUP_RECIPIENT']?.trim()) return;
  const { newIdentity } = await import('@visita/operator/backup/age');
  const pair = await newIdentity();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${pair.recipient}\n`, { flag: 'wx', mode: 0o600 });
  process.stdout.write(
    [
      `Backups are encrypted to the key in ${file}. This identity opens them. It is shown only now and kept nowhere:`,
      'put both lines into a file on another machine, twice; without it no backup is worth anything.',
      '',
      pair.file,
      '',
      '',
    ].join('\n'),
  );
};

/**
 * Makes what the settings name and is not there yet: the master key at the first start of an embedded database
 * (MASTER_KEY_FILE), and the key pair of backups (BACKUP_RECIPIENT_FILE), of which only the public half is kept.
 */
export const makeFirstKeys = async (env: Environment): Promise<void> => {
  await makeMasterKey(env);
  await makeBackupPair(env);
};
