import type { Line } from './support/report.ts';
import { type CallKind, type Plant, simulate, type Simulated } from './support/simulation.ts';

/** Milliseconds of processor time that a call of the mix takes on average, by what it takes them of. */
export type ServiceTimes = {
  readonly single: { readonly product: number; readonly postgres: number };
  readonly apart: Readonly<
    Record<Front | 'query' | 'command' | 'projector' | 'notifier' | 'postgres' | 'engines', number>
  >;
};

type Front = 'gateway' | 'nginx';

/** Of a hundred calls of the mix ten change something. */
const commands = 0.1;
/** Connections that each process has to the database. */
const connections = 10;
/** Clients a core, who ask again at once: enough to keep all of them busy. */
const clientsEach = 16;

const numberAt = (lines: readonly Line[], what: string, side: 'ours' | 'baseline' = 'ours'): number => {
  const found = lines.find((line) => line.bench === 'time' && line.what === what)?.[side];
  if (found === undefined) throw new Error(`the run has no line "${what}"`);
  return found;
};

/** As a run of the distributed bench with 16 clients measured them, on Linux and with nginx at hand. */
export const serviceTimes = (lines: readonly Line[]): ServiceTimes => {
  const of = (name: string, way = 'gateway') =>
    numberAt(lines, `${name}, behind ${way === 'nginx' ? 'nginx' : 'the gateway'}, 16 clients`);
  const single = (name: string) => numberAt(lines, `${name}, behind the gateway, 16 clients`, 'baseline');
  return {
    single: { product: single('product'), postgres: single('postgres') },
    apart: {
      gateway: of('gateway'),
      nginx: of('nginx', 'nginx'),
      query: of('query-service'),
      command: of('command-service'),
      projector: of('projector'),
      notifier: of('notifier'),
      postgres: of('postgres'),
      engines: of('nats-server') + of('redis-server'),
    },
  };
};

/** Half before what is asked of another, half after it. */
const around = (at: string, ms: number, inner: CallKind['visits']): CallKind['visits'] => [
  { at, ms: ms / 2 },
  ...inner,
  { at, ms: ms / 2 },
];

const singlePlant = ({ single: { product, postgres } }: ServiceTimes, cores: number): Plant => ({
  cores,
  clients: clientsEach * cores,
  stations: { product: { replicas: 1, atOnce: 1 }, postgres: { replicas: 1, atOnce: connections } },
  kinds: [{ share: 1, visits: around('product', product, [{ at: 'postgres', ms: postgres }]), follows: [] }],
});

/**
 * Reads go to the query services, changes to the command services; what is projected and told follows. PostgreSQL's time
 * is shared out as that of the services that ask it, and half of what a change takes follows from it.
 */
const apartPlant = ({ apart }: ServiceTimes, front: Front, cores: number): Plant => {
  const asking = apart.query + apart.command + apart.projector + apart.notifier;
  const postgres = (of: number) => (apart.postgres * of) / asking;
  const replicas = replicasFor(apart, front, cores);
  const readMs = apart.query / (1 - commands);
  const changeMs = apart.command / commands / 2;
  const visit = (at: string, ms: number) => ({ at, ms });
  const kind = (share: number, at: string, ms: number, follows: CallKind['follows']): CallKind => ({
    share,
    visits: around(front, apart[front], around(at, ms, [visit('postgres', postgres(ms * share) / share)])),
    follows,
  });
  return {
    cores,
    clients: clientsEach * cores,
    stations: {
      [front]: { replicas: replicas.front, atOnce: 1 },
      query: { replicas: replicas.query, atOnce: 1 },
      command: { replicas: replicas.command, atOnce: 1 },
      // One leads, and projects alone.
      projector: { replicas: 1, atOnce: 1 },
      notifier: { replicas: 2, atOnce: 1 },
      postgres: { replicas: 1, atOnce: connections * (replicas.query + replicas.command) },
      engines: { replicas: 2, atOnce: 1 },
    },
    kinds: [
      kind(1 - commands, 'query', readMs, []),
      kind(commands, 'command', changeMs, [
        visit('command', changeMs),
        visit('postgres', postgres(changeMs * commands + apart.projector + apart.notifier) / commands),
        visit('projector', apart.projector / commands),
        visit('engines', apart.engines / commands),
        visit('notifier', apart.notifier / commands),
      ]),
    ],
  };
};

/** As many of each as their shares of all the work, two at least. */
const replicasFor = (apart: ServiceTimes['apart'], front: Front, cores: number) => {
  const all = apart[front] + apart.query + apart.command + apart.projector + apart.notifier + apart.postgres;
  const count = (ms: number) => Math.max(2, Math.ceil((cores * ms) / all));
  return { front: count(apart[front]), query: count(apart.query), command: count(apart.command) };
};

const busiest = ({ busy }: Simulated): string => {
  const [name, share] = Object.entries(busy).toSorted(([, one], [, other]) => other - one)[0]!;
  return `${name} ${Math.round(share * 100)} % busy`;
};

/** The replicated services beside the one process on machines of so many cores, by the times that a run measured. */
export const benchSimulation = (times: ServiceTimes, cores: readonly number[]): Line[] =>
  cores.flatMap((count) => {
    const single = simulate(singlePlant(times, count));
    return (['gateway', 'nginx'] as const).map((front): Line => {
      const plant = apartPlant(times, front, count);
      const found = simulate(plant);
      const { [front]: fronts, query, command } = plant.stations;
      const shape = `${fronts?.replicas} ${front}, ${query?.replicas} query, ${command?.replicas} command`;
      return {
        bench: 'simulation',
        what: `${count} cores: ${shape} (${busiest(found)}) · one process (${busiest(single)})`,
        unit: '1/s',
        ours: found.rate,
        baseline: single.rate,
        ratio: found.rate / single.rate,
        p50: found.p50,
        p95: found.p95,
      };
    });
  });
