import { AsyncResource } from 'node:async_hooks';
import knexFactory, { type Knex } from 'knex';
import { Pool } from 'pg';
import { codeOf, type Log } from '../logging/log.ts';
import { type Metrics, noMetrics, type Reading } from '../telemetry/metrics.ts';
import { within } from '../async/within.ts';
import { createConnectionMonitor } from './connection-monitor.ts';
import { type ConnectionOptions, connectionSettings } from './connection-settings.ts';

/** A PostgreSQL database: `pool` for SQL, `knex` for query builder and transactions, on the same connections. */
export type Database = {
  readonly pool: Pool;
  readonly knex: Knex;
  readonly url: string;
  /** Closes all connections after their current statements. */
  close(): Promise<void>;
};

/** Connection options; times in ms. */
export type ConnectOptions = ConnectionOptions & {
  log: Log;
  /**
   * Maximum number of connections, shared by `pool` and `knex`, opened on demand; 10 by default.
   */
  poolSize?: number;
  /** Ms between checks of connections that wait for a response; 2,500 by default. */
  look?: number;
  metrics?: Pick<Metrics, 'collect'>;
};

/** Ms for closing connections to a database that may be gone. */
const leavingPatience = 2_000;

/**
 * Opens a pool; connects on first use. Lost connections are logged and replaced: a restart of the database fails
 * current statements, never the process.
 */
export const connectDatabase = (options: ConnectOptions): Database => {
  const { url, log, poolSize = 10, metrics = noMetrics } = options;
  const settings = connectionSettings(options);
  const monitor = createConnectionMonitor(settings, options.look);
  let closing = false;
  // A connection outlives the request that opened it; its loss must not be logged with that request's context.
  const onLost = AsyncResource.bind((error: Error) => {
    if (!closing) log.warn({ code: codeOf(error) }, 'lost a database connection');
  });

  const pool = new Pool({ ...settings, max: poolSize, idleTimeoutMillis: 30_000 });
  pool.on('error', onLost);
  // The pool listens to idle clients only: an error on a client in use would crash the process.
  pool.on('connect', (client) => monitor(client.on('error', onLost)));
  const left = endsOf(pool);

  const say = (level: 'debug' | 'warn' | 'error') => (message: unknown) => log[level]({}, String(message));
  const knex = knexFactory({
    client: 'pg',
    connectionPool: pool,
    log: { debug: say('debug'), warn: say('warn'), error: say('error'), deprecate: say('warn') },
  });

  const stopCollecting = metrics.collect(() => readingsOf(pool, poolSize));

  return {
    pool,
    knex,
    url,
    close: async () => {
      closing = true;
      stopCollecting();
      await pool.end();
      // The pool does not wait for connections to close. If the database is stopped next, it would
      // cut them off.
      await within(leavingPatience, left(), 'leaving the database').catch(() => undefined);
    },
  };
};

/** Returns a function that waits until the pool's connections are closed. */
const endsOf = (pool: Pool) => {
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    const end = new Promise<void>((resolve) => client.once('end', resolve));
    open.add(end);
    void end.then(() => open.delete(end));
  });
  return () => Promise.all(open);
};

const readingsOf = (pool: Pool, maximum: number): Reading[] => [
  { figure: 'database_connections', labels: ['idle'], value: pool.idleCount },
  { figure: 'database_connections', labels: ['used'], value: pool.totalCount - pool.idleCount },
  { figure: 'database_connections_maximum', labels: [], value: maximum },
  { figure: 'database_waiting', labels: [], value: pool.waitingCount },
];
