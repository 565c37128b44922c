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

export type Site = {
  readonly foundation: Foundation;
  readonly app: FastifyInstance;
  readonly guards: Guards;
  /** Runs a part in the leader only. */
  asLeader(name: string, part: () => Lifecycle): Lifecycle;
};

export type Built = {
  /**
   * Parts, started in this order before the server listens, and stopped in reverse order while it
   * closes.
   */
  readonly parts?: readonly Lifecycle[];
  /** Resources that are closed after running requests are answered. */
  readonly closing?: readonly { close(): void | Promise<unknown> }[];
};

type ServiceOptions = {
  name: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Features for which production requires settings, in addition to the master key. */
  uses?: readonly Use[];
  /**
   * Purposes for which the service needs keys. It is started with the keys of these purposes only,
   * and keeps no root key in memory.
   */
  purposes: readonly Purpose[];
  /** Readiness checks by name, in addition to the database. */
  checks?: (foundation: Foundation) => Readonly<Record<string, () => Promise<unknown>>>;
  /** Counts the professionals for whom an account books as a reception. */
  deskProfessionals?: (foundation: Foundation) => (proId: string) => Promise<number>;
  build: (site: Site) => Promise<Built>;
};

/** Runs a process of one service, on the configured database and with its own listener. */
export const runService = ({ name, env, uses = [], ...options }: ServiceOptions): Promise<void> =>
  runMain({
    name,
    env,
    uses: ['master-key', ...uses],
    start: (context) => startService(name, context, options),
    ready: ({ host, port }) => [`${name} is ready at http://${host}:${port}`],
  });

/**
 * Milliseconds for each phase of the shutdown, even if connections are dead, which is noticed only
 * after seconds per connection. Their sum is below the timeout of the process. Running jobs and
 * calls have ten seconds.
 */
const [callsPatience, partsPatience, neededPatience] = [12_000, 10_000, 12_000];

const startService = async (
  name: string,
  { config, log, telemetry }: StartContext,
  { build, checks, purposes, deskProfessionals }: Omit<ServiceOptions, 'name' | 'env' | 'uses'>,
): Promise<Running> => {
  if (!config.databaseUrl)
    throw new Error(`${name} shares a database with other processes: set DATABASE_URL.`);
  const foundation = await layFoundation({ config, log, url: config.databaseUrl, telemetry, purposes });
  const { database } = foundation;
  await migrate(database.knex, leaderSchema, leaderMigrations);
  const all = { database: () => database.pool.query('select 1'), ...checks?.(foundation) };
  const app = createHttpServer({ config, log, checks: all, metrics: telemetry.metrics });
  const guards = createGuards(foundation, {
    behindGateway: true,
    ...(deskProfessionals && { deskProfessionals: deskProfessionals(foundation) }),
  });
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const asLeader: Site['asLeader'] = (what, part) =>
    createLeaderElection({ database, log, name: what, holder, part, metrics: telemetry.metrics });
  const { parts = [], closing = [] } = await build({ foundation, app, guards, asLeader });
  const stop = async (): Promise<void> => {
    // Clients are told to leave immediately. Sockets belong to a part and would keep the server
    // open.
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
