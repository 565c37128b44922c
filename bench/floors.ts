import { createLogger } from '@visita/platform/logging/logger';
import { benchAppends } from './appends.ts';
import { benchAvailability } from './availability.ts';
import { benchBookings } from './bookings.ts';
import { benchReads } from './reads.ts';
import { type Floor, fallen, floors } from './support/floors.ts';
import type { World } from './support/benches.ts';
import { type Line, table } from './support/report.ts';
import { startThrowAwayServer } from './support/throw-away.ts';

// Part of `npm run verify:full`: a few ratios with wide limits, which detect a loss of a third.

const many = 64;
const few = 16;

type Measured = Readonly<Record<string, number>>;

/** The ratios by name, each with a baseline from the same run. */
const measures: Readonly<Record<Floor['bench'], (world: World) => Promise<Measured>>> = {
  appends: async ({ database, log }) => {
    const figures = await benchAppends({ database, log });
    return { appends: figures.find(({ callers }) => callers === many)?.ratio ?? 0 };
  },
  bookings: async (world) => {
    const [figures] = await benchBookings({ ...world, clients: [many], rounds: 3 });
    return { bookings: figures?.ratio ?? 0 };
  },
  availability: async ({ database, log }) => {
    const [figures] = await benchAvailability({
      database,
      log,
      clients: [many],
      histories: [500],
      rounds: 3,
    });
    return { 'free times': figures?.ratio ?? 0 };
  },
  reads: async (world) => {
    const figures = await benchReads({ ...world, clients: [few], histories: [1_000] });
    return Object.fromEntries(figures.map(({ what, ratio }) => [what, ratio]));
  },
};

const log = createLogger({ name: 'floors', level: 'warn' });
await using server = await startThrowAwayServer(log);
let turn = 0;

const measure = async (bench: Floor['bench']): Promise<Measured> => {
  turn += 1;
  return server.withDatabase(`${bench}${turn}`, (database) =>
    measures[bench]({ database, log, directory: server.directory }),
  );
};

const lines: Line[] = [];
for (const bench of Object.keys(measures) as Floor['bench'][]) {
  let measured = await measure(bench);
  // Repeats a failed measurement once: it may have been other load on the machine.
  if (fallen(bench, measured).length > 0) measured = await measure(bench);
  for (const { what, least } of floors.filter((floor) => floor.bench === bench)) {
    const ratio = measured[what] ?? 0;
    const target = { text: `≥ ${least.toFixed(2)}×`, met: ratio >= least };
    lines.push({ bench, what, unit: '×', ratio, target });
  }
}
process.stdout.write(`${table(lines)}\n`);
if (lines.some(({ target }) => !target?.met)) process.exitCode = 1;
