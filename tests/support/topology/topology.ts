import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';
import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { freePort } from '@visita/platform/machine/free-port';
import { type Service, startBinary } from '@visita/platform/testing/services/service';
import { type Link, openLink } from '@visita/platform/testing/services/link';
import { createReplica, type Replica } from './process.ts';

export type ServiceName = 'command-service' | 'query-service' | 'projector' | 'notifier';

/** The product as replicated services on real engines, all on this machine. */
export type Topology = {
  /** Address of the gateway. */
  readonly address: string;
  readonly varDirectory: string;
  readonly databaseUrl: string;
  readonly replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
  readonly gateway: Replica;
  readonly engines: { readonly nats: Engine; readonly redis: Engine };
  /** Links between services and their dependencies. */
  readonly links: Readonly<Record<Dependency, Link>>;
  /** Environment of all processes. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

export type Dependency = 'database' | 'nats' | 'redis';

/** NATS or Redis, killed and restarted with or without its data. */
export type Engine = { kill(): Promise<void>; start(): Promise<void>; wipe(): Promise<void> };

export type TopologyOptions = {
  /** Replicas per service; 2 by default. */
  replicas?: number;
  env?: Readonly<Record<string, string>>;
  /** Port of the gateway; a free one by default. */
  port?: number;
  /** Services bypass the links, which then have no effect: they cost this process CPU time. */
  direct?: boolean;
  /** Directory of the database; by default the topology's own. */
  databaseDirectory?: string;
};

const mains: Readonly<Record<ServiceName, string>> = {
  projector: 'projector/src/main.ts',
  'command-service': 'command-service/src/main.ts',
  'query-service': 'query-service/src/main.ts',
  notifier: 'notifier/src/main.ts',
};

const createEngine = async (kind: typeof natsKind, parent: string) => {
  const port = await freePort();
  const directory = join(parent, kind.binary);
  let service: Service | null = null;
  const start = async () => {
    await mkdir(directory, { recursive: true });
    service ??= await startBinary(kind, { port, directory });
  };
  const kill = async () => {
    await service?.stop();
    service = null;
  };
  const wipe = async () => {
    await kill();
    await rm(directory, { recursive: true, force: true });
  };
  return { port, start, kill, wipe };
};

const openLinks = async (ports: Readonly<Record<Dependency, number>>) => ({
  database: await openLink(ports.database),
  nats: await openLink(ports.nats),
  redis: await openLink(ports.redis),
});

const throughLink = (url: string, { port }: Link): string => {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
};

/** Starts PostgreSQL as event store, NATS, Redis, the services and a gateway. */
export const startTopology = async (options: TopologyOptions = {}): Promise<Topology> => {
  const { replicas: count = 2, env = {} } = options;
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-topology-'));
  const postgres = await startEmbeddedPostgres({
    directory: options.databaseDirectory ?? join(varDirectory, 'postgres'),
    log: pino({ level: 'silent' }),
  });
  const [nats, redis] = [
    await createEngine(natsKind, varDirectory),
    await createEngine(redisKind, varDirectory),
  ];
  await Promise.all([nats.start(), redis.start()]);
  const port = options.port ?? (await freePort());
  const links = await openLinks({
    database: Number(new URL(postgres.url).port),
    nats: nats.port,
    redis: redis.port,
  });
  const { direct = false } = options;
  const shared = {
    VAR_DIRECTORY: varDirectory,
    DATABASE_URL: direct ? postgres.url : throughLink(postgres.url, links.database),
    DATABASE_POOL_SIZE: '10',
    NATS_URL: `nats://127.0.0.1:${(direct ? nats : links.nats).port}`,
    REDIS_URL: `redis://127.0.0.1:${(direct ? redis : links.redis).port}`,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const several = (name: ServiceName) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        createReplica({
          name: `${name}-${index + 1}`,
          main: mains[name],
          port: await freePort(),
          env: shared,
        }),
      ),
    );
  const replicas = {
    projector: await several('projector'),
    'command-service': await several('command-service'),
    'query-service': await several('query-service'),
    notifier: await several('notifier'),
  };
  const urls = (name: ServiceName) => replicas[name].map(({ url }) => url).join(',');
  const gateway = createReplica({
    name: 'gateway',
    main: 'bin/gateway.ts',
    port,
    env: {
      ...shared,
      TRUST_PROXY: 'off',
      COMMAND_SERVICE_URLS: urls('command-service'),
      QUERY_SERVICE_URLS: urls('query-service'),
      NOTIFIER_URLS: urls('notifier'),
    },
  });
  const all = [...Object.values(replicas).flat(), gateway];
  const stop = async () => {
    await Promise.all(all.map((replica) => replica.stop()));
    await Promise.all([nats.kill(), redis.kill()]);
    await Promise.all(Object.values(links).map((link) => link.close()));
    await postgres.stop();
    await rm(varDirectory, { recursive: true, force: true });
  };
  try {
    await Promise.all(all.map((replica) => replica.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const engines = { nats, redis };
  const address = gateway.url;
  const databaseUrl = postgres.url;
  return { address, varDirectory, databaseUrl, replicas, gateway, engines, links, env: shared, stop };
};
