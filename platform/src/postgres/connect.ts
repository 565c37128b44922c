import { AsyncResource } from 'node:async_hooks';
import knexFactory, { type Knex } from 'knex';
import { Pool } from 'pg';
import { codeOf, type Log } from '../core/log.ts';
import { type Metrics, noMetrics, type Reading } from '../telemetry/metrics.ts';
import { within } from '../core/within.ts';
import { createConnectionMonitor } from './connection-monitor.ts';
import { type ConnectionOptions, connectionSettings } from './connection-settings.ts';

/** One PostgreSQL database, for SQL (`pool`) and for built queries and transactions (`knex`), on the same connections. */
export type Database = {
  readonly pool: Pool;
  readonly knex: Knex;
  readonly url: string;
  /** Ends all connections; statements in hand finish first. */
  close(): Promise<void>;
};

/** How to connect; times in milliseconds. */
export type ConnectOptions = ConnectionOptions & {
  log: Log;
  /** Connections that `pool` and `knex` share; opened only when needed. 10 by default. */
  poolSize?: number;
  /** Milliseconds between looks at connections that owe an answer; 2,500 by default. */
  look?: number;
  metrics?: Pick<Metrics, 'collect'>;
};

/** Milliseconds that connections get to say goodbye to a database that may be gone. */
const leavingPatience = 2_000;

/**
 * Opens a pool on a database; connects only when first used. Lost connections are logged and replaced: a restarted
 * database fails the statements in hand, never the process.
 */
export const connectDatabase = (options: ConnectOptions): Database => {
  const { url, log, poolSize = 10, metrics = noMetrics } = options;
  const settings = connectionSettings(options);
  const monitor = createConnectionMonitor(settings, options.look);
  let closing = false;
  // A connection outlives the request that it was opened for, and its loss is not that request's.
  const onLost = AsyncResource.bind((error: Error) => {
    if (!closing) log.warn({ code: codeOf(error) }, 'lost a database connection');
  });

  const pool = new Pool({ ...settings, max: poolSize, idleTimeoutMillis: 30_000 });
  pool.on('error', onLost);
  // The pool listens to idle clients only: one lost while checked out would end the process.
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
      // The pool does not wait for those it lets go; a database that is ended next would cut them off.
      await within(leavingPatience, left(), 'leaving the database').catch(() => undefined);
    },
  };
};

/** Waits for the connections that the pool has let go, too. */
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
