import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { composeCommandService } from '@visita/command-service/compose';
import type { CommandService } from '@visita/command-service/service';
import type { Config } from '@visita/platform/core/config';
import { attachEmbeddedPostgres } from '@visita/platform/postgres/attach';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';
import { type Foundation, type FoundationOptions, layFoundation } from '@visita/platform/runtime/foundation';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';

/** What every composition stands on. */
export type Core = Foundation & { readonly commands: CommandService };

type Opened = { url: string; stop(): Promise<void> };

const attachAttempts = 20;

/**
 * The configured database, or the embedded one. With `attach`, the embedded one of a product that is running already
 * is shared rather than refused.
 */
export const openDatabase = async (config: Config, log: Logger, attach: boolean): Promise<Opened> => {
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

/** Builds everything up to the command service on a database that is there. */
export const composeCore = async (options: FoundationOptions, now?: () => Date): Promise<Core> => {
  const foundation = await layFoundation(options, now);
  return { ...foundation, commands: await composeCommandService(foundation) };
};

/** Opens the database and builds the core on it; `close` ends what was opened. */
export const openCore = async (
  config: Config,
  log: Logger,
  { attach, now, telemetry }: { attach: boolean; now?: () => Date; telemetry?: Telemetry },
): Promise<Core> => {
  const opened = await openDatabase(config, log, attach);
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
