import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@visita/platform/core/config';
import type { Log } from '@visita/platform/core/log';
import { attachEmbeddedPostgres } from '@visita/platform/postgres/attach';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';

/** A database that is there; `stop` ends it where it is ours to end. */
export type OpenedDatabase = { readonly url: string; stop(): Promise<void> };

const attachAttempts = 20;

/**
 * The configured database, or the embedded one. With `attach`, the embedded one of a product that is running already
 * is shared rather than refused.
 */
export const openDatabase = async (config: Config, log: Log, attach: boolean): Promise<OpenedDatabase> => {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const directory = join(config.varDirectory, 'postgres');
  for (let attempt = 1; ; attempt += 1) {
    const running = attach ? await attachEmbeddedPostgres(directory) : null;
    if (running) return { url: running, stop: async () => {} };
    try {
      return await startEmbeddedPostgres({ directory, log });
    } catch (error) {
      // A product that is just starting holds the directory before its database answers.
      if (!attach || attempt === attachAttempts) throw error;
      await delay(500);
    }
  }
};
