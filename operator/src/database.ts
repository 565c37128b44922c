import { join } from 'node:path';
import type { Config } from '@visita/platform/config/config';
import type { Log } from '@visita/platform/logging/log';
import { retry } from '@visita/platform/async/retry';
import { attachEmbeddedPostgres } from '@visita/platform/postgres/attach';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';

/** A database that is there; `stop` ends it where it is ours to end. */
export type OpenedDatabase = { readonly url: string; stop(): Promise<void> };

const attachAttempts = 20;

type OpenDatabase = {
  config: Config;
  log: Log;
  /** Whether the embedded one of a product that is running already is shared rather than refused. */
  attach: boolean;
  /** Called when there is nothing left to do but to wait for it. */
  onSpawn?: () => void;
};

/** The configured database, or the embedded one. */
export const openDatabase = async ({
  config,
  log,
  attach,
  onSpawn = () => undefined,
}: OpenDatabase): Promise<OpenedDatabase> => {
  if (config.databaseUrl) {
    onSpawn();
    return { url: config.databaseUrl, stop: async () => {} };
  }
  const directory = join(config.varDirectory, 'postgres');
  const open = async (): Promise<OpenedDatabase> => {
    const running = attach ? await attachEmbeddedPostgres(directory) : null;
    return running
      ? { url: running, stop: async () => {} }
      : startEmbeddedPostgres({ directory, log, onSpawn });
  };
  return retry(open, {
    pause: 500,
    onFailure: (error, attempt) => {
      // A product that is just starting holds the directory before its database answers.
      if (!attach || attempt === attachAttempts) throw error;
    },
  });
};
