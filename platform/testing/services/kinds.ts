import { join } from 'node:path';
import type { ServiceKind } from './service.ts';

/** NATS with JetStream. */
export const natsKind: ServiceKind = {
  name: 'NATS',
  scheme: 'nats',
  binary: 'nats-server',
  args: ({ port, directory }) => ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory],
  image: 'nats:2.12.1',
  containerPort: 4222,
  containerCommand: ['-js'],
};

/** Redis with the product's settings: every write on disk, no eviction. */
export const redisKind: ServiceKind = {
  name: 'REDIS',
  scheme: 'redis',
  binary: 'redis-server',
  args: ({ port, directory }) =>
    `--bind 127.0.0.1 --port ${port} --dir ${directory} --appendonly yes --maxmemory-policy noeviction`.split(
      ' ',
    ),
  image: 'redis:8.2.2',
  containerPort: 6379,
};

const eventStoreArgs = ['--insecure', '--mem-db', '--run-projections=None'];

/** EventStoreDB: one node without TLS and users, data in memory only. */
export const eventStoreKind: ServiceKind = {
  name: 'EVENTSTORE',
  scheme: 'esdb',
  query: '?tls=false',
  binary: 'eventstored',
  args: ({ port, directory }) => [...eventStoreArgs, `--node-port=${port}`, `--log=${directory}`],
  image: 'eventstore/eventstore:23.10.1-bookworm-slim',
  containerPort: 2113,
  containerCommand: eventStoreArgs,
  double: join(import.meta.dirname, '../eventstoredb/main.ts'),
};
