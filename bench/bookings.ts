import type { Logger } from 'pino';
import { readConfig } from '@visita/platform/config/config';
import type { Database } from '@visita/platform/postgres/connect';
import { createGuards } from '@visita/platform/runtime/guards';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { composeCore } from '@visita/operator/core';
import { createBareRoute } from './support/bare-booking-route.ts';
import { type ClientRequest, type Clients, type Load, startClients } from './support/clients.ts';
import { freeTimes } from './support/free-times.ts';
import { openPractices, type Practice } from './support/practices.ts';

/**
 * Bookings per second over HTTP, by the product and by a bare route; `ratio` is ours over the baseline, times
 * in milliseconds.
 */
export type BookingFigures = {
  clients: number;
  ours: number;
  baseline: number;
  ratio: number;
  p50: number;
  p99: number;
  baselineP50: number;
  baselineP99: number;
};

/** Options; `seconds` per round. */
export type BookingBench = {
  /** A database for this bench; an event store and a baseline table remain in it. */
  database: Database;
  log: Logger;
  directory: string;
  clients?: readonly number[];
  rounds?: number;
  seconds?: number;
};

type Side = { address: string; next: (count: number) => ClientRequest[]; used: (count: number) => void };

const practices = 20;
/** More bookings per second than either side can handle: each request of a round books another time. */
const enough = 10_000;

/**
 * Measures `POST /api/new_pro_booking` on the whole command service, with its processes and encryption,
 * against a Fastify route that takes the same request and does begin, read a version, two inserts, commit.
 * Every request books a free time. Clients run in another process. Rounds alternate; returns medians.
 */
export const benchBookings = async (options: BookingBench): Promise<BookingFigures[]> => {
  const { database, log, clients: counts = [1, 16, 64], rounds = 5, seconds = 2 } = options;
  await using clients = startClients();
  const ours = await serveOurs(options);
  const bare = await createBareRoute(database);
  const book = bookingsOf(ours.practices);
  const sides = {
    ours: { address: ours.address, ...book('/api/new_pro_booking') },
    baseline: { address: bare.address, ...book('/bare') },
  };
  const figures: BookingFigures[] = [];
  try {
    for (const connections of counts) {
      const measure = (side: Side) => load(clients, side, { connections, seconds });
      await measure(sides.ours);
      await measure(sides.baseline);
      const measured: { ours: Load; baseline: Load }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        measured.push({ ours: await measure(sides.ours), baseline: await measure(sides.baseline) });
      }
      figures.push(figuresOf(connections, measured));
    }
  } finally {
    await bare.stop();
    await ours.stop();
  }
  log.debug({ figures }, 'measured bookings');
  return figures;
};

const serveOurs = async ({ database, log, directory }: BookingBench) => {
  const config = readConfig({ NODE_ENV: 'test', VAR_DIRECTORY: directory, RATE_LIMIT_FACTOR: '1000000' });
  const core = await composeCore({ config, log, url: database.url });
  const app = createHttpServer({ config, log });
  const { commands } = core;
  registerCalls(app, { ...commands, ...createGuards(core), service: 'command' });
  const processes = commands.processes();
  await processes.start();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    practices: await openPractices(address, practices),
    stop: async () => {
      await app.close();
      await processes.stop();
      await core.close();
    },
  };
};

/** Returns requests that each book another time. */
const bookingsOf = (practices: readonly Practice[]) => {
  const timeOf = freeTimes(practices);
  const request = (path: string, index: number): ClientRequest => {
    const { practice, date } = timeOf(index);
    // Three in four patients return; the fourth is new.
    const email = `patient${index % 4 === 0 ? index : index % 2_000}@visita.example`;
    const patient = { name: 'Bruno Verdi', email, prefix: '+39', phone: '3339876543' };
    const booking = { hubServiceId: practice.hubServiceId, date, proNotes: 'Prima visita' };
    return {
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ booking, patient }),
    };
  };
  return (path: string): Omit<Side, 'address'> => {
    let from = 0;
    return {
      next: (count) => Array.from({ length: count }, (_, offset) => request(path, from + offset)),
      used: (count) => {
        from += count;
      },
    };
  };
};

const load = async (
  clients: Clients,
  side: Side,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> => {
  const count = enough * seconds;
  const measured = await clients.run({
    address: side.address,
    connections,
    seconds,
    requests: side.next(count),
  });
  if (measured.refused > 0 || measured.sent > count) {
    throw new Error(
      `${measured.refused} of ${measured.sent} bookings were refused: ${JSON.stringify(measured.statuses)}`,
    );
  }
  side.used(measured.sent);
  return measured;
};

const figuresOf = (clients: number, measured: readonly { ours: Load; baseline: Load }[]): BookingFigures => {
  const of = (pick: (it: { ours: Load; baseline: Load }) => number) => median(measured.map(pick));
  const [ours, baseline] = [of((it) => it.ours.rate), of((it) => it.baseline.rate)];
  return {
    clients,
    ours,
    baseline,
    ratio: ours / baseline,
    p50: of((it) => it.ours.p50),
    p99: of((it) => it.ours.p99),
    baselineP50: of((it) => it.baseline.p50),
    baselineP99: of((it) => it.baseline.p99),
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
