import { join } from 'node:path';
import type { Config } from '@visita/platform/config/config';
import type { Log } from '@visita/platform/logging/log';
import { retry } from '@visita/platform/async/retry';
import { findRunningPostgres } from '@visita/platform/postgres/running-embedded';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';

/** An open database; `stop` stops an embedded one started here. */
export type OpenedDatabase = { readonly url: string; stop(): Promise<void> };

const connectAttempts = 20;

type OpenDatabase = {
  config: Config;
  log: Log;
  /** Whether to share the embedded database of a running product instead of refusing. */
  useRunning: boolean;
  /** Called when only waiting for the database remains. */
  onSpawn?: () => void;
};

export const openDatabase = async ({
  config,
  log,
  useRunning,
  onSpawn = () => undefined,
}: OpenDatabase): Promise<OpenedDatabase> => {
  if (config.databaseUrl) {
    onSpawn();
    return { url: config.databaseUrl, stop: async () => {} };
  }
  const directory = join(config.varDirectory, 'postgres');
  const open = async (): Promise<OpenedDatabase> => {
    const running = useRunning ? await findRunningPostgres(directory) : null;
    return running
      ? { url: running, stop: async () => {} }
      : startEmbeddedPostgres({ directory, log, onSpawn });
  };
  return retry(open, {
    pause: 500,
    onFailure: (error, attempt) => {
      // A starting product locks the directory before its database answers.
      if (!useRunning || attempt === connectAttempts) throw error;
    },
  });
};
