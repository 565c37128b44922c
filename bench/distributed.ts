import type { Log } from '@visita/platform/logging/log';
import { type Clients, type Load, refusedShares, startClients } from './support/clients.ts';
import { loadEvents } from './support/many-events.ts';
import { createMixLoad } from './support/mix-load.ts';
import { openPractices, type Practice } from './support/practices.ts';
import type { Outcome } from './support/outcome.ts';
import { atLeast, type Line } from './support/report.ts';
import { measureSockets } from './support/sockets.ts';
import { isSteady } from './support/steady.ts';
import { perCall, processorTime } from './support/processor-time.ts';
import { compareSides, type Measured, timeLines } from './support/sides.ts';
import { openReplicated, openSingle, type World } from './support/worlds.ts';
import { median } from './support/median.ts';

/** Steps of each series; `seconds` per round. */
export type DistributedBench = {
  log: Log;
  outcome: Outcome;
  clients: readonly number[];
  events: readonly number[];
  clinics: readonly number[];
  sockets: readonly number[];
  rounds?: number;
  seconds?: number;
};

/** Steps that take ten minutes on a quiet machine with two cores. */
export const usualSteps = {
  clients: [1, 16, 64],
  events: [10_000, 100_000],
  clinics: [1, 40],
  sockets: [10, 200],
} as const;

export const fullSteps = {
  clients: [1, 4, 16, 64, 128],
  events: [10_000, 100_000, 1_000_000],
  clinics: [1, 30, 1_000],
  sockets: [10, 200, 2_000],
} as const;

const practices = 20;
/** Clients of the series in which another value grows. */
const many = 16;
/** Maximum of warm-up rounds before each step. */
const mostWarmUps = 20;

type Side = { world: World; load: Awaited<ReturnType<typeof createMixLoad>>; practices: readonly Practice[] };

const openSide = async (world: World, count: number, name?: string): Promise<Side> => {
  const { address, database, confirmToken } = world;
  const opened = await openPractices(address, count, name);
  const load = await createMixLoad({ address, practices: opened, pool: database.pool, confirmToken });
  return { world, load, practices: opened };
};

/**
 * Measures the mix of reads and changes through the gateway of replicated services, next to the default
 * single process on the same machine; then the replicated ones with more events, clinics and sockets. Prints
 * medians as they come.
 */
export const benchDistributed = async (options: DistributedBench): Promise<void> => {
  const { log, outcome, rounds = 3, seconds = 3 } = options;
  await using clients = startClients();
  const run = async (side: Side, connections: number): Promise<Measured> => {
    process.stderr.write('.');
    return measure(clients, side, { connections, seconds });
  };
  const rounding = async (side: Side) => {
    const rates: number[] = [];
    while (!isSteady(rates) && rates.length < mostWarmUps) rates.push((await run(side, many)).rate);
    return several(rounds, () => run(side, many));
  };
  const replicated = await openReplicated(log);
  try {
    const side = await openSide(replicated, practices);
    await outcome.attempt('distributed', async () => {
      const single = await openSingle(log);
      try {
        const alone = await openSide(single, practices);
        const replicatedRun = (connections: number) => run(side, connections);
        const singleRun = (connections: number) => run(alone, connections);
        await compareSides({ ...options, replicated: replicatedRun, single: singleRun, rounds, lineOf });
      } finally {
        await single.stop();
      }
    });
    const growing = { outcome, rounding };
    await outcome.attempt('events', () => growEvents(side, options.events, growing));
    await outcome.attempt('clinics', () => growClinics(side, options.clinics, growing));
    await outcome.attempt('sockets', () => growSockets(replicated, options.sockets, growing));
  } finally {
    await replicated.stop();
  }
};

const measure = async (
  clients: Clients,
  { world, load }: Side,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> => {
  const requests = await load.next();
  const processes = await world.processes();
  const before = await processorTime(processes);
  const measured = await clients.run({ address: world.address, connections, seconds, requests });
  if (measured.sent > requests.length) throw new Error(`${requests.length} requests were not enough`);
  load.used(measured.sent);
  return { ...measured, time: perCall(before, await processorTime(processes), measured.answered) };
};

const several = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work());
  return results;
};

type Growing = { outcome: Outcome; rounding(side: Side): Promise<Measured[]> };

/** Reports each step of a series relative to the first, with the processor time of its calls. */
const tellSeries = (outcome: Outcome, bench: string) => {
  let first: (Found & { line: Line }) | undefined;
  return async (found: Found): Promise<void> => {
    const line = lineOf(bench, found, first?.line);
    const times = first ? timeLines(found.loads, first.loads, found.what, first.what) : [];
    first ??= { ...found, line };
    await outcome.tell([line, ...times]);
  };
};

const growEvents = async (side: Side, steps: readonly number[], growing: Growing): Promise<void> => {
  const { world } = side;
  const tell = tellSeries(growing.outcome, 'events');
  for (const events of steps) {
    const sql = 'select coalesce(max(position), 0)::integer as head from eventstore.events';
    const { rows } = await world.database.pool.query<{ head: number }>(sql);
    await loadEvents({ ...world, practices: side.practices, events: Math.max(0, events - rows[0]!.head) });
    await world.settled();
    await tell({ what: `mix, ${events} events`, loads: await growing.rounding(side) });
  }
};

const growClinics = async (
  { world }: Side,
  steps: readonly number[],
  { outcome, rounding }: Growing,
): Promise<void> => {
  const tell = tellSeries(outcome, 'clinics');
  for (const clinics of steps) {
    const side = await openSide(world, clinics, `of${clinics}n`);
    // Each sign-up causes mails.
    await world.settled();
    await tell({ what: `mix, ${clinics} clinics`, loads: await rounding(side) });
  }
};

const growSockets = async (
  world: World,
  sockets: readonly number[],
  { outcome, rounding }: Growing,
): Promise<void> => {
  // The sockets use a separate load, because one load would confirm bookings of the other again.
  const side = await openSide(world, practices, 'live');
  await world.settled();
  await measureSockets({
    ...side,
    sockets,
    run: () => rounding(side),
    tell: tellSeries(outcome, 'sockets'),
  });
};

type Found = { what: string; loads: readonly Measured[] };

/** Returns a line of the report, relative to the first of its series, if any. */
const lineOf = (bench: string, { what, loads }: Found, first?: Line): Line => {
  const of = (pick: (load: Load) => number) => median(loads.map(pick));
  const ours = of(({ rate }) => rate);
  const grown = first?.ours && { baseline: first.ours, ratio: ours / first.ours };
  return {
    bench,
    what: first ? `${what} · ${first.what}` : what,
    unit: '1/s',
    ours,
    ...(grown ? { ...grown, target: atLeast(0.95, grown.ratio) } : {}),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    p99: of(({ p99 }) => p99),
    refused: refusedShares(loads),
  };
};
