import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { eventDefinitions } from '@visita/contracts/events';
import type { Database } from '@visita/platform/postgres/connect';
import { migrate } from '@visita/platform/postgres/migrate';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { benchAppends } from '../appends.ts';
import { benchAvailability } from '../availability.ts';
import { benchBookings } from '../bookings.ts';
import { benchDesk } from '../desk.ts';
import { benchLive } from '../live.ts';
import { benchMix, type MixFigures } from '../mix.ts';
import { benchOverview } from '../overview.ts';
import { benchPatients } from '../patients.ts';
import { benchReads } from '../reads.ts';
import { benchReplay } from '../replay.ts';
import { benchSlots } from '../slots.ts';
import { benchWeb } from '../web.ts';
import { atLeast, atMost, type Line } from './report.ts';

/** Environment of a bench: a database of its own, and a directory for secrets. */
export type World = {
  database: Database;
  log: Logger;
  directory: string;
  /** Whether to include practices with a million bookings, which take minutes to fill. */
  old?: boolean;
};

type Bench = (world: World) => Promise<Line[]>;

/** Callers in targets about many callers. */
const many = 64;

const appends: Bench = async ({ database, log }) =>
  (await benchAppends({ database, log })).map(({ callers, ...figures }) => ({
    bench: 'appends',
    what: `appends, ${callers} callers · one-row INSERT`,
    unit: '1/s',
    ...figures,
    ...(callers === many ? { target: atLeast(1, figures.ratio) } : {}),
  }));

const bookings: Bench = async (world) =>
  (await benchBookings({ ...world, rounds: 3 })).map(({ clients, ...figures }) => ({
    bench: 'bookings',
    what: `bookings, ${clients} clients · two-insert route`,
    unit: '1/s',
    ...figures,
    target: atLeast(bookingTargets[clients] ?? 0, figures.ratio),
  }));

/** Ratios by the number of clients. */
const bookingTargets: Readonly<Record<number, number>> = { 1: 0.4, 16: 0.6, 64: 0.8 };

const availability: Bench = async ({ database, log }) => {
  const figures = await benchAvailability({ database, log, roundTime: 2 });
  const lines = figures.map(({ clients, history, ours, baseline, ratio }) => ({
    bench: 'availability',
    what: `a month’s availability, ${clients} clients, ${history} bookings · bare route`,
    unit: '1/s',
    ours: ours.rate,
    baseline: baseline.rate,
    ratio,
    p50: ours.p50,
    p99: ours.p99,
    ...(clients === many ? { target: atLeast(0.75, ratio) } : {}),
  }));
  return [...lines, ...growth(figures)];
};

/** Returns the effect of a long history: ratios of the same round, measured under the same load. */
const growth = (figures: Awaited<ReturnType<typeof benchAvailability>>): Line[] => {
  const [short, long] = figures.filter(({ clients }) => clients === many);
  if (!short || !long) return [];
  const ratio = long.ratio / short.ratio;
  return [
    {
      bench: 'availability',
      what: `… with ${long.history} bookings against ${short.history}`,
      unit: '×',
      ours: long.ratio,
      baseline: short.ratio,
      ratio,
      target: atLeast(0.9, ratio),
    },
  ];
};

/** Ratios with 16 clients, if not 0.3. */
const readTargets: Readonly<Record<string, number>> = {
  'a week of a calendar': 0.35,
  'an unchanged week': 0.6,
};

const reads: Bench = async (world) => {
  const histories = [1_000, 100_000, ...(world.old ? [1_000_000] : [])];
  const figures = await benchReads({ ...world, histories });
  const lines = figures.map(({ what, clients, history, ...figure }) => ({
    bench: 'reads',
    what: `${what}, ${clients} clients, ${history} bookings · bare route`,
    unit: '1/s',
    ...figure,
    ...(clients === 16 ? { target: atLeast(readTargets[what] ?? 0.3, figure.ratio) } : {}),
  }));
  return [...lines, ...ofAge(figures)];
};

/** Returns the effect of a long history on each read. */
const ofAge = (figures: Awaited<ReturnType<typeof benchReads>>): Line[] =>
  figures.flatMap((long) => {
    const short = figures.find(
      ({ what, clients, history }) =>
        what === long.what && clients === long.clients && history < long.history,
    );
    if (!short) return [];
    const ratio = long.ratio / short.ratio;
    const what = `… ${long.what} with ${long.history} bookings against ${short.history}`;
    return [
      {
        bench: 'reads',
        what,
        unit: '×',
        ours: long.ratio,
        baseline: short.ratio,
        ratio,
        target: atLeast(0.9, ratio),
      },
    ];
  });

const overview: Bench = async ({ database, log }) =>
  (await benchOverview({ database, log })).map(({ weeks, history, p50, p99 }) => ({
    bench: 'overview',
    what: `figures of ${weeks} weeks and the ones before, ${history} bookings`,
    unit: 'ms',
    p50,
    p99,
    target: atMost('p99', 30, p99),
  }));

const patients: Bench = async ({ database }) => {
  const figures = await benchPatients({ database });
  return figures.map(({ what, patients: size, p50, p99 }) => ({
    bench: 'patients',
    what: `the list of ${size} patients: ${what}`,
    unit: 'ms',
    p50,
    p99,
    target: atMost('p99', 100, p99),
  }));
};

const desk: Bench = async ({ database }) =>
  (await benchDesk({ database })).map(({ most, ...figures }) => ({
    bench: 'desk',
    unit: 'ms',
    ...figures,
    target: atMost('p99', most, figures.p99),
  }));

const mix: Bench = async (world) =>
  (await benchMix(world)).map(({ clients, ...figures }) => ({
    bench: 'mix',
    what: `7 free times, 2 calendars, 1 change, ${clients} clients · bare routes`,
    unit: '1/s',
    ...figures,
    ...(clients === many ? { target: mixTarget(figures) } : {}),
  }));

const mixTarget = ({ ours, p95, refused }: Omit<MixFigures, 'clients'>) => ({
  text: '≥ 4,000/s, p95 ≤ 40 ms, none refused',
  met: ours >= 4_000 && p95 <= 40 && Object.keys(refused).length === 0,
});

const slots: Bench = async () =>
  benchSlots().map(({ days, busy, refined, warm }) => ({
    bench: 'slots',
    what: `slots of ${days} days, ${busy} busy intervals${refined ? ', all options' : ''}`,
    unit: 'ms',
    p50: warm.median,
    p99: warm.p99,
    ...(days === 60 ? { target: atMost('p50', 1, warm.median) } : {}),
  }));

const live: Bench = async ({ database, log }) =>
  (await benchLive({ database, log })).map(({ rate, subscribers, p50, p99 }) => ({
    bench: 'live',
    what: `commit → socket, ${rate}/s to ${subscribers}`,
    unit: 'ms',
    p50,
    p99,
    target: atMost('p99', liveTargets[subscribers] ?? 20, p99),
  }));

/** Milliseconds by the number of open calendars, if not 20. */
const liveTargets: Readonly<Record<number, number>> = { 12: 40, 20: 10 };

const replay: Bench = async ({ database, log }) => {
  const { ours, baseline, ratio, events } = await benchReplay({ database, log });
  const what = `replay of ${events} plain events · COPY of their rows`;
  return [{ bench: 'replay', what, unit: '1/s', ours, baseline, ratio, target: atLeast(0.5, ratio) }];
};

/** Replay of encrypted events: each booking's contact is decrypted with its patient's key. */
const sealedReplay: Bench = async ({ database, log }) => {
  const plain = createPostgresEventStore({ database, log });
  await plain.ensureSchema();
  await migrate(database.knex, 'vault', vaultMigrations);
  const vault = createVault({ database, wrapKey: randomBytes(32), clock: () => new Date() });
  const store = withPersonalData(plain, vault, eventDefinitions);
  const { ours, baseline, ratio, events } = await benchReplay({ database, log, store });
  await plain.close();
  const what = `replay of ${events} sealed events · COPY of their rows`;
  return [{ bench: 'sealed-replay', what, unit: '1/s', ours, baseline, ratio }];
};

/** Measured in a browser. */
const web: Bench = async () => {
  const { figures, slowness } = await benchWeb();
  const busy = `machine ${slowness.toFixed(1)}× slower than quiet`;
  return figures.map(({ what, times, wanted }) => {
    const p50 = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
    return {
      bench: 'web',
      what: `${what}, ${busy}`,
      unit: 'ms',
      p50,
      p99: Math.max(...times),
      target: atMost('p50', wanted, p50),
    };
  });
};

/** All benches by name, in the order of their run. */
export const benches: Readonly<Record<string, Bench>> = {
  slots,
  appends,
  bookings,
  mix,
  availability,
  reads,
  overview,
  patients,
  desk,
  live,
  replay,
  'sealed-replay': sealedReplay,
  web,
};
