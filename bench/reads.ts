import { availableParallelism } from 'node:os';
import Fastify from 'fastify';
import type { Logger } from 'pino';
import { createPasswords, type Passwords } from '@visita/platform/auth/passwords';
import type { Database } from '@visita/platform/postgres/connect';
import { countStatements, sumOf } from '../tests/support/statements.ts';
import {
  type ClientRequest,
  type Clients,
  type Load,
  refusedShares,
  startClients,
} from './support/clients.ts';
import { openOldPractices } from './support/old-practices.ts';
import { serveProduct } from './support/product.ts';

/**
 * Successful answers per second of one call; `ratio` is ours over a bare route with the same body, the median
 * of rounds.
 */
export type ReadFigures = {
  what: string;
  clients: number;
  history: number;
  ours: number;
  baseline: number;
  ratio: number;
  p50: number;
  p99: number;
  /** Statements per call, and milliseconds of this process's CPU. */
  statements: number;
  cpu: number;
  /** Memory of this process after the answers, in MB. */
  memory: number;
  /** Difference between two consecutive measurements of the same bare route. */
  noise: number;
  /** Shares of failed answers by status. */
  refused: Record<string, number>;
};

/** Options; `seconds` per round. */
export type ReadBench = {
  /** A database for this bench; an event store and read models remain in it. */
  database: Database;
  log: Logger;
  directory: string;
  clients?: readonly number[];
  /** Past bookings of a practice. */
  histories?: readonly number[];
  rounds?: number;
  seconds?: number;
};

/**
 * Maximum number of concurrent logins: beyond it most are refused, because password hashing is
 * limited.
 */
const mostOf = (what: string): number => (what === 'a login' ? compared : Infinity);

/** Number of clients for short histories. */
const compared = 16;

/**
 * Rare calls, or calls that resemble another: measured with that number of clients and the longest history
 * only.
 */
const rare: ReadonlySet<string> = new Set([
  'all patients',
  'the clinics of a pro',
  'their services',
  'who is logged in',
]);

/**
 * Measures the most frequent calls, each against a bare route with the same body from memory; that of a login
 * also verifies a password, whose cost is intended. Clients run in another process. Rounds alternate.
 */
export const benchReads = async (options: ReadBench): Promise<ReadFigures[]> => {
  const {
    clients: counts = [1, compared, 64],
    histories = [1_000, 100_000],
    rounds = 2,
    seconds = 1,
  } = options;
  await using clients = startClients();
  const product = await serveProduct(options);
  const statements = countStatements();
  try {
    const practices = await openOldPractices(product.address, product.core.database, histories);
    const whats = Object.keys(practices[0]!.requests);
    const passwords = createPasswords({ parallel: availableParallelism() });
    const figures: ReadFigures[] = [];
    for (const what of whats) {
      await using bare = await serveBare(product.address, practices[0]!.requests[what]![0]!, passwords);
      const usual = counts.filter((count) => count <= mostOf(what));
      for (const connections of rare.has(what) ? [compared] : usual) {
        const asked = connections === compared && !rare.has(what) ? practices : practices.slice(-1);
        const load = (address: string, requests: readonly ClientRequest[]) =>
          measure(clients, { address, requests, connections, seconds }, statements.take);
        for (const { history, requests } of asked) {
          const measured: Round[] = [];
          for (let round = 0; round < rounds; round += 1) {
            const [before, ours] = [
              await load(bare.address, requests[what]!),
              await load(product.address, requests[what]!),
            ];
            measured.push({ before, ours, after: await load(bare.address, requests[what]!) });
          }
          figures.push({ what, clients: connections, history, ...figuresOf(measured) });
        }
      }
    }
    return figures;
  } finally {
    statements.end();
    await product.stop();
  }
};

type Measured = Load & { statements: number; cpu: number; memory: number };
type Round = { before: Measured; ours: Measured; after: Measured };
type ReadCase = {
  address: string;
  requests: readonly ClientRequest[];
  connections: number;
  seconds: number;
};

const measure = async (
  clients: Clients,
  asked: ReadCase,
  take: () => ReadonlyMap<string, number>,
): Promise<Measured> => {
  take();
  const before = process.cpuUsage();
  const load = await clients.run(asked);
  const { user, system } = process.cpuUsage(before);
  const each = Math.max(1, load.answered);
  const memory = process.memoryUsage.rss() / 1_048_576;
  return { ...load, statements: sumOf(take()) / each, cpu: (user + system) / 1_000 / each, memory };
};

/** Serves the product's answer from memory. */
const serveBare = async (address: string, request: ClientRequest, passwords: Passwords) => {
  const { method, path, headers = {}, body } = request;
  const given = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = Buffer.from(await (await fetch(new URL(path, address), given)).text());
  const app = Fastify();
  const kept = method === 'POST' ? await passwords.hash('secret123') : null;
  app.route({
    method,
    url: '*',
    handler: async (_request, reply) => {
      if (kept !== null) await passwords.verify(kept, 'secret123');
      return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
    },
  });
  return {
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    [Symbol.asyncDispose]: () => app.close(),
  };
};

const figuresOf = (measured: readonly Round[]): Omit<ReadFigures, 'what' | 'clients' | 'history'> => {
  const of = (pick: (round: Round) => number) => median(measured.map(pick));
  return {
    ours: of(({ ours }) => ours.rate),
    baseline: of(({ before, after }) => (before.rate + after.rate) / 2),
    // Within each round: other load on the machine slows a whole round alike.
    ratio: of(({ before, ours, after }) => (2 * ours.rate) / (before.rate + after.rate)),
    p50: of(({ ours }) => ours.p50),
    p99: of(({ ours }) => ours.p99),
    statements: of(({ ours }) => ours.statements),
    cpu: of(({ ours }) => ours.cpu),
    memory: of(({ ours }) => ours.memory),
    refused: refusedShares(measured.map(({ ours }) => ours)),
    noise: Math.max(...measured.map(({ before, after }) => Math.abs(after.rate / before.rate - 1))),
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
