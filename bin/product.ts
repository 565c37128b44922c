import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createNotifier } from '@visita/notifier/service';
import { composeSchedule } from '@visita/operator/schedule/compose';
import { openDesk } from '@visita/operator/desk/compose';
import { lanesOn } from '@visita/projector/lanes/lanes';
import { createProjector, type Projector } from '@visita/projector/service';
import { serveQueries } from '@visita/query-service/compose';
import { requireDiskSpace } from '@visita/platform/machine/disk';
import { openBus } from '@visita/platform/bus/open';
import { endAll } from '@visita/platform/runtime/ending';
import { createSealing } from '@visita/platform/runtime/sealing';
import { createGuards } from '@visita/platform/runtime/guards';
import { servePages } from '@visita/query-service/pages/pages';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { openJobs } from '@visita/platform/jobs/open';
import type { StartContext } from '@visita/platform/runtime/main';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import { createDeskProfessionals } from '@visita/read-model/clinic/desk';
import { createProjectedPosition } from '@visita/read-model/projected';
import { type Core, openCore } from '@visita/operator/core';
import type { OpenedDatabase } from '@visita/operator/database';

export type Product = { stop(): Promise<void> };

/** Creates the HTTP server, ready once database and read models are. */
const createHttp = (
  core: Core,
  projector: Projector,
  { config, log, telemetry }: StartContext,
): FastifyInstance =>
  createHttpServer({
    config,
    log,
    metrics: telemetry.metrics,
    checks: {
      database: () => core.database.pool.query('select 1'),
      disk: () => requireDiskSpace([config.varDirectory, join(config.varDirectory, 'postgres')]),
      'event store': () => core.store.writable(),
      'read models': async () => {
        if (!projector.ready()) throw new Error('not ready');
      },
    },
  });

/**
 * Milliseconds for running jobs and requests, and for the rest: together less than the time a process has to
 * end.
 */
const [jobsPatience, partsPatience] = [12_000, 5_000];

type ProductOptions = StartContext & { database: OpenedDatabase; webDirectory: string };

/** Starts everything in one process, the default. Stopping it, or a failed start, stops the database. */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const { config, log, telemetry, database } = options;
  const core = await openCore(config, log, { database, telemetry });
  const product = await startOn(core, options).catch(async (error: unknown) => {
    await core.close();
    throw error;
  });
  const stop = async (): Promise<void> => {
    try {
      await product.stop();
    } finally {
      await core.close();
    }
  };
  return { stop };
};

const startOn = async (core: Core, options: ProductOptions): Promise<Product> => {
  const { config, log, webDirectory } = options;
  const { database, store, commands, metrics, tracer } = core;
  const watched = { metrics, tracer };
  const bus = await openBus(config, log);
  const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log, ...watched });
  const projected = createProjectedPosition({ database, log });
  const lanes = lanesOn(config, core);
  const projector = createProjector({ store, database, bus, log, ...watched, ...(lanes && { lanes }) });
  const app = createHttp(core, projector, options);
  const guards = createGuards(core, { deskProfessionals: createDeskProfessionals(database.pool) });
  const notifier = createNotifier({ ...core, app, bus, jobs, projected });
  registerCalls(app, { ...commands, ...guards, service: 'command' });
  const queries = serveQueries(core, { app, guards, projected });
  const mailsAt = config.smtpUrl || config.environment === 'production' ? undefined : '/dev/mail';
  await servePages(app, { directory: webDirectory, config, mailsAt });
  await openDesk(core, { app, guards, jobs, directory: webDirectory });

  const [processes, notifying] = [commands.processes(), notifier.processes()];
  const [sealing, backups] = [createSealing(core), composeSchedule(core)];
  const answering: Lifecycle[] = [projector, queries, notifier.serving];
  // Processes and mails start after the server listens, so that pages are served sooner.
  const following: Lifecycle[] = [processes, notifying, sealing, backups];
  const stop = async (): Promise<void> => {
    const end = (what: string, patience: number, ends: readonly (() => unknown)[]) =>
      endAll(ends, { what, patience, log });
    const ended = [backups, sealing, processes, queries, projector].map((part) => () => part.stop());
    // Open sockets would keep the server open, so clients are asked to leave first. Then running requests and
    // jobs finish before their dependencies close. The database is stopped in any case.
    const closed = end('calls in hand', jobsPatience, [() => app.close()]);
    const failures = [
      ...(await end('mails and sockets', partsPatience, [notifying.stop, notifier.serving.stop])),
      ...(await end('jobs in hand', jobsPatience, [() => jobs.close()])),
      ...(await closed),
      ...(await end('what calls need', partsPatience, [...ended, () => bus.close(), () => guards.close()])),
    ];
    for (const failure of failures) throw failure;
  };
  try {
    for (const part of answering) await part.start();
    await app.listen({ host: config.host, port: config.port });
    for (const part of following) await part.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
