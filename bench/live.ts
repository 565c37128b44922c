import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createZone } from '@visita/contracts/availability/zones';
import type { NewEvent } from '@visita/contracts/envelope';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createAnnouncer } from '@visita/notifier/live/announcer';
import { createLiveSockets } from '@visita/notifier/live/sockets';
import { createLiveReads } from '@visita/notifier/live/reads';
import { createTeams } from '@visita/notifier/live/teams';
import { createInProcessBus } from '@visita/platform/bus/in-process';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createProjector } from '@visita/projector/service';
import { sampleClinic } from '../tests/support/sample-clinic.ts';
import type { ClientsAnswer, ClientsAsk } from './live-clients.ts';

/** Milliseconds from an acknowledged commit to a socket of another process, medians of the rounds. */
export type LiveFigures = { rate: number; subscribers: number; p50: number; p99: number };

export type LiveBench = {
  /** A database for this bench; an event store and read models remain in it. */
  database: Database;
  log: Log;
  /** The plain PostgreSQL store by default. */
  store?: EventStore;
  cases?: readonly { rate: number; subscribers: number }[];
  rounds?: number;
  /** Milliseconds. */
  roundTime?: number;
};

/**
 * Books at a constant rate and measures the time of each booking to the sockets of the clinic's staff:
 * through event store, projector, bus, gateway and websocket. Clients run in another process.
 */
export const benchLive = async (options: LiveBench): Promise<LiveFigures[]> => {
  const { cases = usualCases, rounds = 3, roundTime = 5_000 } = options;
  const world = await openWorld(options);
  const figures: LiveFigures[] = [];
  try {
    for (const { rate, subscribers } of cases) {
      const clients = await openClients(world.url, subscribers);
      await round(world.store, clients, { rate, time: roundTime / 2, subscribers });
      const measured: { p50: number; p99: number }[] = [];
      for (let count = 0; count < rounds; count += 1) {
        measured.push(await round(world.store, clients, { rate, time: roundTime, subscribers }));
      }
      clients.kill();
      await once(clients, 'exit');
      const p50 = median(measured.map((it) => it.p50));
      const p99 = median(measured.map((it) => it.p99));
      figures.push({ rate, subscribers, p50, p99 });
    }
  } finally {
    await world.close();
  }
  return figures;
};

const usualCases = [
  { rate: 200, subscribers: 20 },
  { rate: 20, subscribers: 12 },
  { rate: 20, subscribers: 500 },
];

const openWorld = async (options: LiveBench) => {
  const { database, log } = options;
  const own = options.store ? null : createPostgresEventStore({ database, log });
  await own?.ensureSchema();
  const store = options.store ?? own;
  if (!store) throw new Error('there is no store');
  for (const event of sampleClinic) await store.append(streamOf(event), 'any', [envelope(event)]);
  const bus = createInProcessBus({ log });
  const projector = createProjector({ store, database, bus, log });
  await projector.start();
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const sockets = createLiveSockets({
    httpServer,
    publicOrigin: 'http://127.0.0.1',
    authenticate: async (token) => ({ proId: sampleIds.owner, sessionId: token }),
    teams: createTeams(store),
    log,
  });
  const zone = createZone('Europe/Rome');
  const reads = createLiveReads({ pool: database.pool, store, zones: () => zone });
  bus.subscribe('live', createAnnouncer({ sockets, reads }).announce);
  return {
    store,
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    close: async () => {
      await projector.stop();
      await bus.close();
      await sockets.close();
      httpServer.close();
      await own?.close();
    },
  };
};

const openClients = async (url: string, subscribers: number): Promise<ChildProcess> => {
  const clients = fork(new URL('./live-clients.ts', import.meta.url));
  const tokens = Array.from({ length: subscribers }, (_, index) => `session ${index}`);
  clients.send({ url, clinicId: sampleIds.clinic, tokens } satisfies ClientsAsk);
  const [answer] = (await once(clients, 'message')) as [ClientsAnswer];
  if (answer !== 'joined') throw new Error('the sockets did not join');
  return clients;
};

type Round = { rate: number; time: number; subscribers: number };

/** Books at a constant rate for a while; returns the times of all arrivals at all sockets. */
const round = async (store: EventStore, clients: ChildProcess, { rate, time, subscribers }: Round) => {
  const committed = new Map<string, number>();
  const start = now();
  const appends: Promise<void>[] = [];
  for (let count = 0; count < (rate * time) / 1000; count += 1) {
    await delay(Math.max(0, start + (count * 1000) / rate - now()));
    appends.push(book(store, committed));
  }
  await Promise.all(appends);
  const arrivals = await collect(clients, committed.size * subscribers);
  const times = arrivals.map(([id, at]) => at - (committed.get(id) ?? Number.NaN)).sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

const book = async (store: EventStore, committed: Map<string, number>): Promise<void> => {
  const bookingId = randomUUID();
  const event = sample('BookingPlaced', { bookingId, patientId: sampleId(5, 1), confirmBy: null });
  await store.append(`booking-${bookingId}`, 'no-stream', [envelope(event)]);
  committed.set(bookingId, now());
};

const collectLimit = 10_000;

/** Polls the clients until every socket has every booking. */
const collect = async (clients: ChildProcess, expected: number) => {
  const arrivals: (readonly [string, number])[] = [];
  for (const start = now(); arrivals.length < expected; await delay(50)) {
    if (now() - start > collectLimit)
      throw new Error(`only ${arrivals.length} of ${expected} messages arrived`);
    clients.send('collect');
    const [answer] = (await once(clients, 'message')) as [ClientsAnswer];
    if (answer !== 'joined') arrivals.push(...answer.arrivals);
  }
  return arrivals;
};

const envelope = (event: { type: string; data: unknown }): NewEvent => ({
  ...event,
  id: randomUUID(),
  metadata: {
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: 'anonymous',
    time: new Date().toISOString(),
  },
});

const streamOf = ({ type, data }: { type: string; data: object }): string => {
  if (type.startsWith('Clinic') || type.startsWith('Collaborator')) return `clinic-${sampleIds.clinic}`;
  const { hubId, proId } = data as { hubId?: string; proId?: string };
  return hubId ? `hub-${hubId}` : `pro-${proId}`;
};

/** Returns the milliseconds of the machine's monotonic clock, which processes share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
