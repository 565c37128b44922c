import type { Logger } from 'pino';
import { createProjector } from '@visita/projector/service';
import { createQueryService } from '@visita/query-service/service';
import { createInProcessBus } from '@visita/platform/bus/in-process';
import type { Config } from '@visita/platform/config';
import { createLimiter } from '@visita/platform/http/limits';
import { servePages } from '@visita/platform/http/pages';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { createProjectedPosition } from '@visita/platform/projected';
import { type Core, openCore } from './compose.ts';

export type Product = { stop(): Promise<void> };

type Part = { start(): Promise<unknown>; stop(): Promise<unknown> };

/** The services of one process, around one core; they start in this order and stop in the opposite one. */
const createServices = (core: Core, { config, log }: { config: Config; log: Logger }) => {
  const { database, store, now } = core;
  const bus = createInProcessBus({ log });
  const projected = createProjectedPosition({ database, log });
  const projector = createProjector({ store, database, bus, log });
  const queries = createQueryService({ database, projected, head: () => store.head(), clock: now, config });
  const parts: Part[] = [projector, queries, core.commands];
  return { bus, projected, projector, queries, parts };
};

/** Everything in one process: the default way to run. */
export const startProduct = async (options: {
  config: Config;
  log: Logger;
  webDirectory: string;
}): Promise<Product> => {
  const { config, log, webDirectory } = options;
  const core = await openCore(config, log, { attach: false });
  const { database, authenticate, commands, now } = core;
  const { bus, projector, queries, parts } = createServices(core, { config, log });
  const app = createHttpServer({
    config,
    log,
    checks: {
      database: () => database.pool.query('select 1'),
      'read models': async () => {
        if (!projector.ready()) throw new Error('not ready');
      },
    },
  });
  const limiter = createLimiter({ limits: config.limits, clock: now });
  registerCalls(app, { ...commands, service: 'command', authenticate, limiter });
  registerCalls(app, { ...queries, service: 'query', authenticate, limiter });
  await servePages(app, { directory: webDirectory, publicOrigin: config.publicOrigin });

  const stop = async (): Promise<void> => {
    // Requests in hand finish first; then whoever reacts to them.
    await app.close();
    for (const part of parts.toReversed()) await part.stop();
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
