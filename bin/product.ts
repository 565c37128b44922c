import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createNotifier } from '@visita/notifier/service';
import { createProjector, type Projector } from '@visita/projector/service';
import { createCalendarFeed } from '@visita/query-service/calendar-feed/feed';
import { createQueryService } from '@visita/query-service/service';
import { createInProcessBus } from '@visita/platform/bus/in-process';
import type { Config } from '@visita/platform/config';
import { createCountryLookup } from '@visita/platform/country-lookup';
import { createAdmission } from '@visita/platform/http/admission';
import { serveCalendarFeeds } from '@visita/platform/http/calendar-feed';
import { serveDocs } from '@visita/platform/http/docs';
import { createLimiter } from '@visita/platform/http/limits';
import { servePages } from '@visita/platform/http/pages';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { openJobs } from '@visita/platform/jobs/open';
import type { Part } from '@visita/platform/part';
import { createProjectedPosition } from '@visita/platform/projected';
import { type Core, openCore } from './compose.ts';

export type Product = { stop(): Promise<void> };

type Around = { config: Config; log: Logger };

/** The one listener, ready once database and read models are. */
const createHttp = (core: Core, projector: Projector, { config, log }: Around): FastifyInstance =>
  createHttpServer({
    config,
    log,
    checks: {
      database: () => core.database.pool.query('select 1'),
      'read models': async () => {
        if (!projector.ready()) throw new Error('not ready');
      },
    },
  });

/** Everything in one process: the default way to run. */
export const startProduct = async (options: Around & { webDirectory: string }): Promise<Product> => {
  const { config, log, webDirectory } = options;
  const core = await openCore(config, log, { attach: false });
  const { database, store, authenticate, commands, now } = core;
  const bus = createInProcessBus({ log });
  const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log });
  const projected = createProjectedPosition({ database, log });
  const projector = createProjector({ store, database, bus, log });
  const queries = createQueryService({
    database,
    projected,
    store,
    clock: now,
    countryOf: createCountryLookup({ config: config.countryLookup, log, clock: now }),
    config,
  });
  const app = createHttp(core, projector, options);
  const notifier = createNotifier({ ...core, app, bus, jobs, projected, config, log, newId: randomUUID });
  const limiter = createLimiter({ limits: config.limits, clock: now });
  const admission = createAdmission({ maximum: config.requestsInHand, clock: now, log });
  const guards = { authenticate, limiter, admission };
  registerCalls(app, { ...commands, ...guards, service: 'command' });
  registerCalls(app, { ...queries, ...guards, service: 'query' });
  const { hostname: host } = new URL(config.publicOrigin);
  const read = createCalendarFeed({ pool: database.pool, feeds: core.calendar.feeds, clock: now, host });
  serveCalendarFeeds(app, { read, limiter, admission });
  serveDocs(app, config);
  await servePages(app, { directory: webDirectory, config });

  const [processes, watching] = [commands.processes(), notifier.watching()];
  const parts: Part[] = [projector, queries, processes, notifier.serving, watching];
  const stop = async (): Promise<void> => {
    // Sockets would keep the server open; then requests in hand finish before what they need ends.
    for (const part of [watching, notifier.serving]) await part.stop();
    await app.close();
    await jobs.close();
    for (const part of [processes, queries, projector]) await part.stop();
    await bus.close();
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
