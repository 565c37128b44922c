import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyFile } from '@visita/platform/vault/key-file';
import type { Environment } from './prepare.ts';

/**
 * Makes the master key at the first start of an embedded database, where MASTER_KEY_FILE names a file that is not there
 * yet. Never later: what was encrypted with a lost key cannot be read with another one.
 */
export const makeFirstKey = async (env: Environment): Promise<void> => {
  const file = env['MASTER_KEY_FILE']?.trim();
  const isElsewhere = Boolean(env['DATABASE_URL'] || env['DATABASE_URL_FILE']);
  if (!file || isElsewhere || existsSync(file)) return;
  if (existsSync(join(env['VAR_DIRECTORY'] || 'var', 'postgres'))) return;
  await makeKeyFile(file);
  process.stdout.write(
    `A master key was made in ${file}. Keep a copy elsewhere: without it nobody's data can be read.\n`,
  );
};
