import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { readConfig } from '@visita/platform/config/config';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { anonymous } from '@visita/platform/auth/caller';
import { createLoadShedding } from '@visita/platform/http/load-shedding';
import { createLimiter } from '@visita/platform/http/limits';
import { registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { createProjectedPosition } from '@visita/read-model/projected';
import { createLastChanges } from '@visita/query-service/last-changes';
import { createQueryService } from '@visita/query-service/service';
import { pino } from 'pino';
import { fillReadModels, placeOf } from '../tests/support/clinics-with-history.ts';

/** Requests per second and latencies in milliseconds. */
export type Load = { readonly rate: number; readonly p50: number; readonly p99: number };

/** One measurement: ours, and a bare Fastify route with a body of the same size. */
export type AvailabilityFigures = {
  readonly clients: number;
  readonly history: number;
  readonly bodySize: number;
  /** Milliseconds of an uncached answer, without HTTP. */
  readonly freshMs: number;
  readonly ours: Load;
  readonly baseline: Load;
  /** Rate of ours over the baseline, the median of rounds. */
  readonly ratio: number;
};

export type AvailabilityBench = {
  /** A database for this bench: the schema `read` is filled anew. */
  database: Database;
  log: Log;
  clients?: readonly number[];
  /** Past bookings of the professional. */
  histories?: readonly number[];
  rounds?: number;
  /** Whole seconds. */
  roundTime?: number;
};

/**
 * Measures a clinic's availabilities over HTTP, from another process, for professionals with short and long
 * histories. Rounds alternate between all of these and the baseline in one server process; returns medians.
 */
export const benchAvailability = async (options: AvailabilityBench): Promise<AvailabilityFigures[]> => {
  const { clients = [1, 16, 64], histories = [500, 10_000], rounds = 5, roundTime = 2 } = options;
  await fillReadModels(options.database, histories);
  const ours = await serveOurs(options);
  const urls = histories.map((_, index) => ours.address + pathOf(index));
  const body = await (await fetch(urls[0] ?? '')).text();
  const bare = await serveBaseline(body);
  const fresh = await Promise.all(histories.map((_, index) => freshOf(ours.make, index)));
  const figures: AvailabilityFigures[] = [];
  for (const count of clients) {
    const measured: Load[][] = [];
    await load(bare.url, count, 1);
    for (let round = 0; round < rounds; round += 1) {
      const loads: Load[] = [];
      for (const url of [bare.url, ...urls]) loads.push(await load(url, count, roundTime));
      measured.push(loads);
    }
    const [baseline = none, ...own] = [bare.url, ...urls].map((_, index) =>
      medianOf(measured.map((loads) => loads[index] ?? none)),
    );
    for (const [index, history] of histories.entries()) {
      const mine = own[index] ?? none;
      figures.push({
        clients: count,
        history,
        bodySize: Buffer.byteLength(body),
        freshMs: fresh[index] ?? 0,
        ours: mine,
        baseline,
        // Within each round: other load on the machine slows a whole round alike.
        ratio: median(measured.map(([base = none, ...rest]) => (rest[index] ?? none).rate / base.rate)),
      });
    }
  }
  await bare.close();
  await ours.close();
  return figures;
};

const none: Load = { rate: 0, p50: 0, p99: 0 };
const freshRounds = 40;

/** Returns the median milliseconds of an uncached answer. */
const freshOf = async (make: (clinicId: string) => Promise<unknown>, index: number): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < freshRounds; round += 1) {
    const start = performance.now();
    await make(placeOf(index).clinicId);
    times.push(performance.now() - start);
  }
  return median(times);
};

const pathOf = (index: number) => `/api/booking_availabilities/${placeOf(index).clinicId}`;

const request = { requestId: '', correlationId: '', commandId: '', actor: 'anonymous', address: '' } as const;

const serveOurs = async ({ database, log }: AvailabilityBench) => {
  const config = readConfig({ RATE_LIMIT_FACTOR: '1000000' });
  const clock = () => new Date();
  const projected = createProjectedPosition({ database, log });
  const service = createQueryService({
    textStanding: async () => ({ providers: [], stopped: false, this_month: 0 }),
    database,
    projected,
    lastChanges: createLastChanges({ pool: database.pool, projected }),
    store: { head: async () => projected.current(), readStream: async () => [] },
    viewings: { note: async () => undefined, of: async () => [] },
    passkeys: { list: async () => [] },
    clock,
    strict: false,
    countryOf: async () => null,
    config,
  });
  await service.start();
  const app = createHttpServer({ config, log: pino({ level: 'silent' }) });
  registerCalls(app, {
    service: 'query',
    handlers: service.handlers,
    middleware: service.middleware,
    limiter: createLimiter({ limits: config.limits, clock }),
    loadShedding: createLoadShedding({ maximum: config.requestsInHand, log }),
    authenticate: async () => anonymous,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    await service.stop();
  };
  const make = (clinicId: string) => {
    const params = { clinicId };
    const context = {
      params,
      query: {},
      body: undefined,
      caller: anonymous,
      request,
      wrote: () => undefined,
    };
    const handler = service.handlers.getBookingAvailabilities;
    if (!handler) throw new Error('there is no such handler');
    return handler(context);
  };
  return { address, make, close };
};

const serveBaseline = async (body: string) => {
  const app = Fastify();
  const buffer = Buffer.from(body);
  app.get('/body', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(buffer),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${address}/body`, close: () => app.close() };
};

type Report = {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
};

const load = async (url: string, connections: number, seconds: number): Promise<Load> => {
  const autocannon = createRequire(import.meta.url).resolve('autocannon');
  const args = [autocannon, '--json', '-c', String(connections), '-d', String(seconds), url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  const report = JSON.parse(stdout) as Report;
  if (report.non2xx > 0 || report.errors > 0) {
    throw new Error(`${report.non2xx} refusals and ${report.errors} errors of ${url}`);
  }
  return { rate: report.requests.average, p50: report.latency.p50, p99: report.latency.p99 };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const medianOf = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});
