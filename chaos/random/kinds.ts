import { join } from 'node:path';
import { realpath } from 'node:fs/promises';
import { processesIn, signal } from '@visita/platform/postgres/running-process';
import type { Replica } from '../../tests/support/topology/process.ts';
import type { Dependency, ServiceName } from '../../tests/support/topology/topology.ts';
import { leaderOf } from './leaders.ts';
import type { Scene } from './scene.ts';

export type Injected = {
  /** Its target. */
  readonly what: string;
  /** Processes that cannot finish their work. */
  readonly hit?: readonly Replica[];
  /** Ends the fault. */
  mend(): Promise<void>;
};

export type Kind = {
  readonly name: string;
  /** Returns why it cannot be injected here; undefined if it can. */
  missing?(scene: Scene): string | undefined;
  inject(scene: Scene, random: () => number): Promise<Injected>;
};

type Target = ServiceName | 'gateway';
const targets: readonly Target[] = ['gateway', 'command-service', 'query-service', 'projector', 'notifier'];
const leases: Partial<Record<Target, string>> = {
  projector: 'projector',
  notifier: 'watching',
  'command-service': 'processes',
};

/** Chooses a replica, most often the leader. */
const choose = async ({ topology }: Scene, target: Target, random: () => number): Promise<Replica> => {
  if (target === 'gateway') return topology.gateway;
  const all = topology.replicas[target];
  const name = leases[target];
  const leader = name && random() < 0.7 ? await leaderOf(topology, name) : undefined;
  return leader ?? all[Math.floor(random() * all.length)]!;
};

const kill = (target: Target): Kind => ({
  name: `kill ${target}`,
  inject: async (scene, random) => {
    const replica = await choose(scene, target, random);
    replica.signal('SIGKILL');
    return { what: replica.name, hit: [replica], mend: () => replica.start() };
  },
});

const stop = (target: Target): Kind => ({
  name: `stop ${target}`,
  inject: async (scene, random) => {
    const replica = await choose(scene, target, random);
    replica.signal('SIGSTOP');
    return { what: replica.name, hit: [replica], mend: async () => replica.signal('SIGCONT') };
  },
});

const killDatabase: Kind = {
  name: 'kill database',
  inject: async ({ topology, disk }) => {
    const place = 'missing' in disk ? topology.varDirectory : disk.directory;
    const data = join(await realpath(join(place, 'postgres')), 'data');
    for (const pid of await processesIn(data)) signal(pid, 'SIGKILL');
    // Its supervisor starts it again.
    return { what: 'all its processes', mend: async () => undefined };
  },
};

const engine = (name: 'nats' | 'redis', how: 'kill' | 'wipe'): Kind => ({
  name: `${how} ${name}`,
  inject: async ({ topology }) => {
    await topology.engines[name][how]();
    return { what: name, mend: () => topology.engines[name].start() };
  },
});

/** Drops packets of open connections silently: the connections never recover and have to time out. */
const halfOpen = (dependency: Dependency): Kind => ({
  name: `half-open ${dependency}`,
  inject: async ({ topology }) => {
    topology.links[dependency].silence();
    return { what: 'all open connections', mend: async () => undefined };
  },
});

const blocked = (dependency: Dependency): Kind => ({
  name: `block ${dependency}`,
  inject: async ({ topology }) => {
    topology.links[dependency].block();
    return { what: 'all connections', mend: async () => topology.links[dependency].restore() };
  },
});

const smtp = (manner: 'refuse' | 'hang up', when: string): Kind => ({
  name: `mail server fails ${when} DATA`,
  inject: async ({ mailServer }) => {
    mailServer.behave(manner);
    return { what: manner, mend: async () => mailServer.behave('take') };
  },
});

/** Maximum clock jump in minutes, in both directions. */
const jump = 10;

const clock = (target: ServiceName): Kind => ({
  name: `clock ${target}`,
  inject: async (scene, random) => {
    const replica = await choose(scene, target, random);
    const seconds = Math.round((random() * 2 - 1) * jump * 60);
    await replica.stop();
    await replica.start({ clock: seconds * 1_000 });
    return {
      what: `${replica.name} by ${seconds} s`,
      mend: async () => {
        await replica.stop();
        await replica.start();
      },
    };
  },
});

const diskFull: Kind = {
  name: 'disk full',
  missing: ({ disk }) => ('missing' in disk ? disk.missing : undefined),
  inject: async ({ disk }) => {
    if ('missing' in disk) throw new Error(disk.missing);
    await disk.fill();
    return { what: 'database', mend: () => disk.free() };
  },
};

const dependencies: readonly Dependency[] = ['database', 'nats', 'redis'];

export const kinds: readonly Kind[] = [
  ...targets.map(kill),
  ...targets.map(stop),
  killDatabase,
  engine('nats', 'kill'),
  engine('nats', 'wipe'),
  engine('redis', 'kill'),
  engine('redis', 'wipe'),
  ...dependencies.map(halfOpen),
  ...dependencies.map(blocked),
  smtp('refuse', 'before'),
  smtp('hang up', 'after'),
  ...(['command-service', 'query-service', 'projector', 'notifier'] as const).map(clock),
  diskFull,
];
