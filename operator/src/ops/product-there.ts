import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '@visita/platform/config/config';
import { connectDatabase } from '@visita/platform/postgres/connect';
import { BadRequest } from './frame.ts';

const hint =
  'Run this with the environment of the product, above all its VAR_DIRECTORY or DATABASE_URL. ' +
  'A new product is made by its first start (npm start), or by ops restore from a backup.';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isMigrated = async (url: string, log: Logger): Promise<boolean> => {
  const database = connectDatabase({ url, log });
  try {
    const { rows } = await database.pool.query<{ there: boolean }>(
      `select to_regclass('vault.keys') is not null as there`,
    );
    return rows[0]?.there ?? false;
  } finally {
    await database.close();
  }
};

/**
 * Describes what is missing for a product to exist, with advice; null if it exists. Opening its database and
 * secrets would create them, and an operation in a wrong directory would succeed on an empty product.
 */
export const missingProduct = async (config: Config, log: Logger): Promise<string | null> => {
  if (config.databaseUrl) {
    if (!(await isMigrated(config.databaseUrl, log)))
      return `There is no product in the database of DATABASE_URL. ${hint}`;
  } else {
    const directory = resolve(config.varDirectory);
    if (!(await isThere(join(directory, 'postgres', 'data'))))
      return `There is no product in ${directory}. ${hint}`;
  }
  const key = resolve(config.varDirectory, 'secrets', 'master.key');
  return config.masterKey || (await isThere(key))
    ? null
    : `There is no master key in ${key}. Put it there, or set MASTER_KEY_FILE or VAR_DIRECTORY as the product has it.`;
};

/** Throws if there is no product, before anything is created. */
export const requireProduct = async (config: Config, log: Logger): Promise<void> => {
  const missing = await missingProduct(config, log);
  if (missing !== null) throw new BadRequest(missing);
};
