import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventDefinitions } from '@visita/contracts/events';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { findRunningPostgres } from '@visita/platform/postgres/running-embedded';
import type { Log } from '@visita/platform/logging/log';
import { connectDatabase, type Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { deriveEntries, parseRing, type Purpose } from '@visita/platform/secrets/ring-text';
import { createVault } from '@visita/platform/vault/vault';
import { childrenNamed, postgresOf, type Processes, processorTime, sumOf } from './processor-time.ts';
import { removeData, startStack } from '../../tests/support/stack.ts';
import { startTopology, type Topology } from '../../tests/support/topology/topology.ts';

/** The whole product, with access to its data. */
export type World = {
  readonly address: string;
  readonly database: Database;
  /** Environment of all its processes. */
  readonly env: Readonly<Record<string, string>>;
  confirmToken(bookingId: string): string;
  /** Wraps an event store with the product's encryption. */
  around(store: EventStore): EventStore;
  processes(): Promise<Processes>;
  /** Resolves once all followers of the events are idle. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Started = Pick<World, 'address' | 'env' | 'processes'> & {
  databaseUrl: string;
  masterKey: string;
  stop(): Promise<void>;
};

const environment = { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };

/** Milliseconds without progress or work that count as idle. */
export const rest = 3_000;
/** Share of a core, all processes together: more than polls and metrics use. */
const idle = 0.1;

const openWorld = ({ databaseUrl, masterKey, stop, ...started }: Started, log: Log): World => {
  const database = connectDatabase({ url: databaseUrl, log, poolSize: 3, statementTimeout: 0 });
  const keyOf = (purpose: Purpose) => deriveEntries(parseRing(masterKey), [purpose])[0]!.key;
  const tokens = createBookingTokens(keyOf('tokens'));
  const vault = createVault({ database, wrapKey: keyOf('wrapping'), clock: () => new Date() });
  const busy = async () => sumOf(await processorTime(await started.processes()));
  const text = async (sql: string) => JSON.stringify((await database.pool.query(sql)).rows);

  // A command process reports its position only after a batch, which may take longer than `rest`: so the
  // processor must be idle too.
  const settled = async (): Promise<void> => {
    for (;;) {
      const [before, used] = [await text(progressSql), await busy()];
      await delay(rest);
      const isIdle = (await busy()) - used < idle * rest;
      if (isIdle && (await text(behindSql)) === '[]' && (await text(progressSql)) === before) return;
    }
  };
  return {
    ...started,
    database,
    confirmToken: (bookingId) => tokens.issue('confirm', bookingId),
    around: (store) => withPersonalData(store, vault, eventDefinitions),
    settled,
    stop: async () => {
      await database.close();
      await stop();
    },
  };
};

const progressSql = `
  select name, position from notifier.checkpoints union all select name, position from command.checkpoints
  order by name`;
const behindSql = `
  select from read.checkpoints where position::bigint < (select coalesce(max(position), 0) from eventstore.events)`;

const engines = ['nats-server', 'redis-server'];

/** Opens replicated services with real servers, two of each, with optional settings. */
export const openReplicated = async (
  log: Log,
  more: Readonly<Record<string, string>> = {},
): Promise<World & { topology: Topology }> => {
  const topology = await startTopology({ env: { ...environment, ...more }, direct: true });
  const { address, databaseUrl, env, gateway, replicas, stop, varDirectory } = topology;
  const services = Object.entries({ gateway: [gateway], ...replicas });
  const processes = async (): Promise<Processes> => ({
    ...Object.fromEntries(services.map(([name, all]) => [name, all.flatMap((one) => one.pid() ?? [])])),
    ...(await postgresOf(await dataIn(varDirectory))),
    ...(await childrenNamed(engines)),
  });
  const masterKey = env['MASTER_KEY']!;
  const world = openWorld({ address, env, databaseUrl, masterKey, processes, stop }, log);
  return { ...world, topology };
};

/** If root started it, the database is elsewhere, behind a link. */
const dataIn = async (varDirectory: string): Promise<string> =>
  join(await realpath(join(varDirectory, 'postgres')), 'data');

/** Starts everything in one process, the default. */
export const openSingle = async (log: Log): Promise<World> => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-bench-'));
  const masterKey = randomBytes(32).toString('base64');
  const env = { ...environment, VAR_DIRECTORY: varDirectory, MASTER_KEY: masterKey };
  const stack = await startStack(env);
  const stop = async () => {
    await stack.stop();
    await removeData(varDirectory);
  };
  const databaseUrl = await findRunningPostgres(join(varDirectory, 'postgres'));
  if (databaseUrl === null) throw new Error('the embedded database does not answer');
  const processes = async (): Promise<Processes> => ({
    product: [stack.process.pid!],
    ...(await postgresOf(await dataIn(varDirectory))),
  });
  return openWorld({ address: stack.address, env, databaseUrl, masterKey, processes, stop }, log);
};
