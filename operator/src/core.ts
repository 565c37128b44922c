import type { Logger } from 'pino';
import { composeCommandService } from '@visita/command-service/compose';
import type { CommandService } from '@visita/command-service/service';
import type { Config } from '@visita/platform/config/config';
import { type Foundation, type FoundationOptions, layFoundation } from '@visita/platform/runtime/foundation';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { type OpenedDatabase, openDatabase } from './database.ts';

export type Core = Foundation & { readonly commands: CommandService };

/** Composes the foundation and the command service on an existing database. */
export const composeCore = async (options: FoundationOptions, now?: () => Date): Promise<Core> => {
  const foundation = await layFoundation(options, now);
  return { ...foundation, commands: await composeCommandService(foundation) };
};

type CoreOptions = {
  /** Whether to share the embedded database of a running product instead of refusing. */
  useRunning?: boolean;
  database?: OpenedDatabase;
  now?: () => Date;
  telemetry?: Telemetry;
};

/** Opens the database and composes the core; `close` stops both. */
export const openCore = async (
  config: Config,
  log: Logger,
  { useRunning = false, database, now, telemetry }: CoreOptions,
): Promise<Core> => {
  const opened = database ?? (await openDatabase({ config, log, useRunning }));
  const options = { config, log, url: opened.url, ...(telemetry ? { telemetry } : {}) };
  const core = await composeCore(options, now).catch(async (error: unknown) => {
    await opened.stop();
    throw error;
  });
  return {
    ...core,
    close: async () => {
      await core.close();
      await opened.stop();
    },
  };
};
