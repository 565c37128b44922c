import { setTimeout as delay } from 'node:timers/promises';
import { createClients } from './clients.ts';
import { openJournal } from './journal.ts';
import { type Kind, kinds } from './kinds.ts';
import { judge, type Verdict } from './oracle.ts';
import { playRound, type Round } from './rounds.ts';
import { openScene, type Scene } from './scene.ts';

export type FaultReport = {
  readonly seed: number;
  readonly began: string;
  readonly seconds: number;
  /** Kinds that could not be injected, with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
  readonly rounds: readonly Round[];
  readonly counts: Readonly<Record<string, number>>;
  /** Number of answers by status; 0 for none. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly verdict: Verdict;
};

export type PlayOptions = {
  seed: number;
  minutes: number;
  /** Restricts the run to kinds with this text in their name. */
  only?: string | undefined;
  clients?: number;
  log: (line: string) => void;
  /** Receives the last output of each process. */
  onOutput?: (name: string, output: string) => void;
};

/** Returns a reproducible pseudorandom generator (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Yields each kind once in random order, then again. */
function* inTurns(possible: readonly Kind[], random: () => number): Generator<Kind, never> {
  for (;;) {
    const left = [...possible];
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0]!;
  }
}

const choose = (scene: Scene, only = '') => {
  const wanted = kinds.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) throw new Error(`there is no fault ${only}`);
  const reasons = wanted.map((kind) => [kind.name, kind.missing?.(scene)] as const);
  const skipped = Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
  return {
    possible: wanted.filter(({ name }) => !(name in skipped)),
    skipped: skipped as Record<string, string>,
  };
};

const count = (values: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Injects random faults under load for the given minutes, then checks the answers against the log. */
export const play = async ({
  seed,
  minutes,
  only,
  clients: many = 6,
  log,
  onOutput,
}: PlayOptions): Promise<FaultReport> => {
  const began = Date.now();
  const scene = await openScene(log);
  try {
    const { possible, skipped } = choose(scene, only);
    for (const [name, reason] of Object.entries(skipped)) log(`SKIPPED ${name}: ${reason}`);
    const random = randomOf(seed);
    const journal = openJournal();
    const clients = createClients({
      ...scene,
      address: scene.topology.address,
      journal,
      random: Math.random,
    });
    clients.start(many);
    await delay(3_000);
    const rounds: Round[] = [];
    const turns = inTurns(possible, random);
    while (Date.now() - began < minutes * 60_000) {
      const round = await playRound(turns.next().value, { scene, clients, journal, random });
      rounds.push(round);
      log(JSON.stringify(round));
      await delay(1_000 + random() * 2_000);
    }
    await clients.stop();
    log('judging');
    const hits = rounds.flatMap(({ senders }) => senders ?? []);
    const { verdict, counts } = await judge(scene, journal, hits);
    const asked = count(
      journal.asks.map(({ kind, outcome, code }) => [kind, outcome, code ?? ''].join(' ').trim()),
    );
    return {
      seed,
      began: new Date(began).toISOString(),
      seconds: Math.round((Date.now() - began) / 1_000),
      skipped,
      rounds,
      counts: { ...counts, requests: journal.attempts.length, ...asked },
      statuses: count(journal.attempts.map(({ status }) => status)),
      verdict,
    };
  } finally {
    const { replicas, gateway } = scene.topology;
    for (const replica of [...Object.values(replicas).flat(), gateway]) {
      if (replica.alive()) replica.signal('SIGCONT');
      onOutput?.(replica.name, replica.output());
    }
    await scene.stop();
  }
};
