import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { migrate } from '../postgres/migrate.ts';
import { endAll } from './ending.ts';
import { type Foundation, layFoundation } from './foundation.ts';
import { createGuards, type Guards } from './guards.ts';
import { createHttpServer } from '../http/server.ts';
import type { Use } from '../config/production.ts';
import type { Purpose } from '../secrets/ring-text.ts';
import { createLeaderElection, leaderMigrations, leaderSchema } from './leader.ts';
import { type StartContext, runMain, type Running } from './main.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What a service is built from. */
export type Site = {
  readonly foundation: Foundation;
  readonly app: FastifyInstance;
  readonly guards: Guards;
  /** Does this in one process of several: whichever leads. */
  asLeader(name: string, part: () => Lifecycle): Lifecycle;
};

/** What a service does besides answering calls. */
export type Built = {
  /** Started in this order before the server listens; ended, the last one first, while it closes. */
  readonly parts?: readonly Lifecycle[];
  /** Ended once the requests in hand are answered. */
  readonly closing?: readonly { close(): void | Promise<unknown> }[];
};

type ServiceOptions = {
  name: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What production must have decided for it, besides the master key, which all services use. */
  uses?: readonly Use[];
  /** What it needs keys for; it is started with no others, and keeps no root key in memory. */
  purposes: readonly Purpose[];
  /** What must work, besides the database, for the service to say that it is ready; by name. */
  checks?: (foundation: Foundation) => Readonly<Record<string, () => Promise<unknown>>>;
  build: (site: Site) => Promise<Built>;
};

/** Runs a process of one service: on the configured database, with a listener of its own. */
export const runService = ({ name, env, uses = [], ...options }: ServiceOptions): Promise<void> =>
  runMain({
    name,
    env,
    uses: ['master-key', ...uses],
    start: (context) => startService(name, context, options),
    ready: ({ host, port }) => [`${name} is ready at http://${host}:${port}`],
  });

/**
 * Milliseconds in which a service ends, whatever it stands on: a database whose connections died in silence is noticed
 * only after seconds, on each connection. Together they stay below the time after which a process gives up. Jobs in
 * hand, and a server with calls in hand, have ten seconds of their own.
 */
const [callsPatience, partsPatience, neededPatience] = [12_000, 10_000, 12_000];

const startService = async (
  name: string,
  { config, log, telemetry }: StartContext,
  { build, checks, purposes }: Pick<ServiceOptions, 'build' | 'checks' | 'purposes'>,
): Promise<Running> => {
  if (!config.databaseUrl)
    throw new Error(`${name} shares a database with other processes: set DATABASE_URL.`);
  const foundation = await layFoundation({ config, log, url: config.databaseUrl, telemetry, purposes });
  const { database } = foundation;
  await migrate(database.knex, leaderSchema, leaderMigrations);
  const all = { database: () => database.pool.query('select 1'), ...checks?.(foundation) };
  const app = createHttpServer({ config, log, checks: all, metrics: telemetry.metrics });
  const guards = createGuards(foundation, { behindGateway: true });
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const asLeader: Site['asLeader'] = (what, part) =>
    createLeaderElection({ database, log, name: what, holder, part, metrics: telemetry.metrics });
  const { parts = [], closing = [] } = await build({ foundation, app, guards, asLeader });
  const stop = async (): Promise<void> => {
    // Clients are asked to leave at once. Sockets, which are a part, would keep the server open.
    const [closed, ended] = await Promise.all([
      endAll([() => app.close()], { what: 'calls in hand', patience: callsPatience, log }),
      endAll(
        parts.toReversed().map((part) => () => part.stop()),
        { what: 'what runs beside the calls', patience: partsPatience, log },
      ),
    ]);
    const needed = [...closing.map((each) => () => each.close()), () => guards.close(), foundation.close];
    const left = await endAll(needed, { what: 'what calls need', patience: neededPatience, log });
    for (const failure of [...closed, ...ended, ...left]) throw failure;
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
