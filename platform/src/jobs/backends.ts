import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  Queue,
  type QueueOptions,
  runMigrations,
  withBackend,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { codeOf, type Log } from '../logging/log.ts';
import { connectionSettings } from '../postgres/connection-settings.ts';
import { createConnectionMonitor } from '../postgres/connection-monitor.ts';

const Postgres = withBackend(createPostgresBackend);

/** BullMQ's storage. */
export type Backend = {
  queue(name: string): Queue;
  worker(name: string, work: Processor, options: WorkOptions): Worker;
  /** Closes the connections, after queues and workers. */
  close(): Promise<void>;
};

type Processor = ConstructorParameters<typeof Worker>[1];
type WorkOptions = Omit<WorkerOptions, 'connection'>;

const schema = 'bullmq';
/** Seconds between polls of an idle worker; new jobs wake it at once. */
const drainDelay = 15;

/** Opens jobs in PostgreSQL, after migrating BullMQ's tables. */
export const openPostgresBackend = async (options: { url: string; log: Log }): Promise<Backend> => {
  const pool = await openPool(options);
  const connection = pool as unknown as PostgresConnectionOptions;
  return {
    queue: (name) => new Postgres.Queue(name, { connection }) as unknown as Queue,
    worker: (name, work, settings) =>
      new Postgres.Worker(name, work, { ...settings, connection, drainDelay }) as unknown as Worker,
    close: () => pool.end(),
  };
};

const openPool = async ({ url, log }: { url: string; log: Log }): Promise<Pool> => {
  const settings = connectionSettings({ url, applicationName: 'visita-jobs' });
  const pool = new Pool({ ...settings, options: `-c search_path=${schema},public` });
  const onLost = (error: Error) => log.warn({ code: codeOf(error) }, 'lost a job database connection');
  pool.on('error', onLost);
  const monitor = createConnectionMonitor(settings);
  pool.on('connect', (client) => monitor(client.on('error', onLost)));
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
  return pool;
};

/** Opens jobs in Redis, which may still be down. It must be durable (AOF, noeviction). */
export const openRedisBackend = ({ url, log }: { url: string; log: Log }): Backend => {
  // BullMQ requires that commands wait for the connection; callers that must not wait have a
  // timeout.
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    // Workers block for 5 s, or 10 s before a retry: a longer silence means a dead connection.
    socketTimeout: silenceLimit,
    retryStrategy: (times) => pauseAfter(times),
  });
  connection.on('error', (error) => log.warn({ code: codeOf(error) }, 'lost the connection to Redis'));
  const shared: QueueOptions = { connection };
  return {
    queue: (name) => new Queue(name, shared),
    worker: (name, work, settings) => new Worker(name, work, { ...settings, ...shared }),
    close: async () => connection.disconnect(),
  };
};

const longestPause = 2_000;
const silenceLimit = 15_000;

const pauseAfter = (times: number): number => Math.min(times * 100, longestPause);
