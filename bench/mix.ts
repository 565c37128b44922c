import type { Logger } from 'pino';
import type { Database } from '@visita/platform/postgres/connect';
import { type Bodies, createBareRoutes } from './support/bare-routes.ts';
import { type ClientRequest, type Load, refusedShares, startClients } from './support/clients.ts';
import { createMixLoad } from './support/mix-load.ts';
import { openPractices } from './support/practices.ts';
import { serveProduct } from './support/product.ts';

/**
 * Successful answers per second and their milliseconds, medians of the rounds; `ratio` is ours over the
 * baseline.
 */
export type MixFigures = {
  clients: number;
  ours: number;
  baseline: number;
  ratio: number;
  p50: number;
  p95: number;
  p99: number;
  /** Shares of failed answers by status. */
  refused: Record<string, number>;
};

/** Options; `seconds` per round. */
export type MixBench = {
  /** A database for this bench; an event store and read models remain in it. */
  database: Database;
  log: Logger;
  directory: string;
  clients?: readonly number[];
  rounds?: number;
  seconds?: number;
};

const practices = 40;

/**
 * Measures a realistic mix: of ten requests seven read free times, two a calendar, and one books, confirms or
 * moves, on command service, projector and query service in one process, against a bare Fastify server with
 * bodies of the same size. Without mails and sockets. Clients run in another process. Rounds alternate;
 * returns medians.
 */
export const benchMix = async (options: MixBench): Promise<MixFigures[]> => {
  const { clients: counts = [1, 4, 16, 64, 128, 256], rounds = 3, seconds = 2 } = options;
  await using clients = startClients();
  const ours = await serve(options);
  const bare = await createBareRoutes();
  const figures: MixFigures[] = [];
  const round = async (connections: number): Promise<Round> => {
    const requests = await ours.next();
    const mine = await clients.run({ address: ours.address, connections, seconds, requests });
    if (mine.sent > requests.length) throw new Error(`${requests.length} requests were not enough`);
    ours.used(mine.sent);
    const theirs = await clients.run({ address: bare.address, connections, seconds: 1, requests });
    return { ours: mine, baseline: theirs };
  };
  try {
    bare.answer(await ours.bodies());
    await round(8);
    for (const connections of counts) {
      bare.answer(await ours.bodies());
      const measured: Round[] = [];
      for (let count = 0; count < rounds; count += 1) measured.push(await round(connections));
      figures.push(figuresOf(connections, measured));
    }
  } finally {
    await bare.stop();
    await ours.stop();
  }
  return figures;
};

type Round = { ours: Load; baseline: Load };

const serve = async (options: MixBench) => {
  const { address, core, stop } = await serveProduct(options);
  const requests = await createMixLoad({
    address,
    practices: await openPractices(address, practices),
    pool: core.database.pool,
    confirmToken: (bookingId) => core.bookingTokens.issue('confirm', bookingId),
  });
  return { address, ...requests, bodies: () => bodiesOf(address, requests.peek()), stop };
};

/** Returns the product's present answers, so that the baseline sends bodies of the same size. */
const bodiesOf = async (address: string, requests: readonly ClientRequest[]): Promise<Bodies> => {
  const bodyOf = async (sought: string) => {
    const { path, headers = {} } = requests.find((request) => request.path.startsWith(sought))!;
    return (await fetch(new URL(path, address), { headers })).text();
  };
  return {
    availability: await bodyOf('/api/booking_availabilities'),
    calendar: await bodyOf('/api/pro_calendar'),
  };
};

const figuresOf = (clients: number, measured: readonly Round[]): MixFigures => {
  const of = (pick: (round: Round) => number) => median(measured.map(pick));
  return {
    clients,
    ours: of(({ ours }) => ours.rate),
    baseline: of(({ baseline }) => baseline.rate),
    // Within each round: other load on the machine slows both sides of a round alike.
    ratio: of(({ ours, baseline }) => ours.rate / baseline.rate),
    p50: of(({ ours }) => ours.p50),
    p95: of(({ ours }) => ours.p95),
    p99: of(({ ours }) => ours.p99),
    refused: refusedShares(measured.map(({ ours }) => ours)),
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
