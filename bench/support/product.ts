import type { Logger } from 'pino';
import { createInProcessBus } from '@visita/platform/bus/in-process';
import { readConfig } from '@visita/platform/config/config';
import type { Database } from '@visita/platform/postgres/connect';
import { createGuards } from '@visita/platform/runtime/guards';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { createProjectedPosition } from '@visita/read-model/projected';
import { createProjector } from '@visita/projector/service';
import { serveQueries } from '@visita/query-service/compose';
import { composeCore } from '@visita/operator/core';

type Options = {
  /** A database for this bench; an event store and read models remain in it. */
  database: Database;
  log: Logger;
  directory: string;
};

/**
 * Starts command service, projector and query service in this process, behind one listener; without mails and
 * sockets.
 */
export const serveProduct = async ({ database, directory, ...options }: Options) => {
  // Refusals are counted in the figures and need no log.
  const log = options.log.child({}, { level: 'error' });
  const config = readConfig({ NODE_ENV: 'test', VAR_DIRECTORY: directory, RATE_LIMIT_FACTOR: '1000000' });
  const core = await composeCore({ config, log, url: database.url });
  const bus = createInProcessBus({ log });
  const projector = createProjector({ store: core.store, database: core.database, bus, log });
  const projected = createProjectedPosition({ database: core.database, log });
  const app = createHttpServer({ config, log });
  const guards = createGuards(core);
  registerCalls(app, { ...core.commands, ...guards, service: 'command' });
  const parts = [projector, serveQueries(core, { app, guards, projected }), core.commands.processes()];
  for (const part of parts) await part.start();
  return {
    core,
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    stop: async (): Promise<void> => {
      await app.close();
      for (const part of parts.toReversed()) await part.stop();
      await bus.close();
      guards.close();
      await core.close();
    },
  };
};
