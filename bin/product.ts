import type { FastifyInstance } from 'fastify';
import { createNotifier } from '@visita/notifier/service';
import { openDesk } from '@visita/operator/desk/compose';
import { createProjector, type Projector } from '@visita/projector/service';
import { serveQueries } from '@visita/query-service/compose';
import { openBus } from '@visita/platform/bus/open';
import { createSealing } from '@visita/platform/event-store/sealing';
import { createGuards } from '@visita/platform/http/guards';
import { servePages } from '@visita/platform/http/pages';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { openJobs } from '@visita/platform/jobs/open';
import type { Around } from '@visita/platform/main';
import type { Part } from '@visita/platform/part';
import { createProjectedPosition } from '@visita/platform/projected';
import { type Core, openCore } from './compose.ts';

export type Product = { stop(): Promise<void> };

/** The one listener, ready once database and read models are. */
const createHttp = (core: Core, projector: Projector, { config, log, telemetry }: Around): FastifyInstance =>
  createHttpServer({
    config,
    log,
    metrics: telemetry.metrics,
    checks: {
      database: () => core.database.pool.query('select 1'),
      'event store': () => core.store.head(),
      'read models': async () => {
        if (!projector.ready()) throw new Error('not ready');
      },
    },
  });

/** Everything in one process: the default way to run. */
export const startProduct = async (options: Around & { webDirectory: string }): Promise<Product> => {
  const { config, log, telemetry, webDirectory } = options;
  const core = await openCore(config, log, { attach: false, telemetry });
  const { database, store, commands, metrics, tracer } = core;
  const watched = { metrics, tracer };
  const bus = openBus(config, log);
  const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log, ...watched });
  const projected = createProjectedPosition({ database, log });
  const projector = createProjector({ store, database, bus, log, ...watched });
  const app = createHttp(core, projector, options);
  const guards = createGuards(core);
  const notifier = createNotifier({ ...core, app, bus, jobs, projected });
  registerCalls(app, { ...commands, ...guards, service: 'command' });
  const queries = serveQueries(core, { app, guards, projected });
  await servePages(app, { directory: webDirectory, config });
  await openDesk(core, { app, guards, jobs, directory: webDirectory });

  const [processes, watching] = [commands.processes(), notifier.watching()];
  const sealing = createSealing(core);
  const parts: Part[] = [projector, queries, processes, notifier.serving, watching, sealing];
  const stop = async (): Promise<void> => {
    // Clients are asked to leave at once. Sockets would keep the server open; then requests and jobs in hand finish
    // before what they need ends.
    const closed = app.close();
    for (const part of [watching, notifier.serving]) await part.stop();
    await Promise.all([closed, jobs.close()]);
    for (const part of [sealing, processes, queries, projector]) await part.stop();
    await bus.close();
    guards.close();
    await core.close();
  };
  try {
    for (const part of parts) await part.start();
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
