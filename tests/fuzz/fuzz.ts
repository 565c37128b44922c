import { setTimeout as delay } from 'node:timers/promises';
import { api, calls, type CallName } from '@visita/contracts/api/table';
import * as fc from 'fast-check';
import { createJudge, type Judge } from '../support/judge.ts';
import { plainPlan, type Plan, plansFor } from './plan.ts';
import { readyOf } from './request.ts';
import { type Answered, createSender, type Sender, type Wire } from '../support/send.ts';
import { complaintsOf, eventsByCorrelation, type FuzzWorld, undo, wouldEnd } from './world.ts';

/** Results of the requests to one call. */
export type Report = {
  readonly name: CallName;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly milliseconds: number;
  /** Smallest failing request and how to reproduce it. */
  readonly failure: string | null;
};

export type FuzzOptions = {
  readonly seed: number;
  readonly inputs: number;
  readonly only?: readonly CallName[];
};

/** Requests per seed. */
export const perSeed = 100;
const lanes = 8;

type Refused = { name: CallName; status: number; request: string };
type Deps = { world: FuzzWorld; sender: Sender; judge: Judge; refused: Map<string, Refused> };

/** The slot of a new booking may be taken, and a busy machine may refuse it. */
const orNotNow = (error: unknown): null => {
  if (error instanceof Error && /^(409|503) /.test(error.message)) return null;
  throw error;
};

/** Retries while an overloaded server answers 503 with Retry-After, the only allowed 5xx. */
const sendUntilServed = async (sender: Sender, wire: Wire): Promise<Answered> => {
  for (let tries = 0; ; tries += 1) {
    const answered = await sender.send(wire);
    const busy = answered.status === 503 && answered.text.includes('"code":"unavailable"');
    if (!busy || tries === 5) return answered;
    await delay(Number(answered.headers['retry-after']) * 1000);
  }
};

/** Sends a plan and returns the status; throws if the response is wrong. */
const tryPlan = async (
  { world, sender, judge, refused }: Deps,
  name: CallName,
  plan: Plan,
): Promise<number> => {
  const ready = await readyOf(world, name, plan).catch(orNotNow);
  fc.pre(ready !== null && !wouldEnd(world, name, ready));
  const answered = await sendUntilServed(sender, ready.wire);
  const { status, headers, text } = answered;
  const wrong = judge(name, answered);
  const request = `${ready.wire.method} ${ready.wire.path} ${ready.wire.body?.slice(0, 2_000) ?? ''}`;
  if (wrong) throw new Error(`${wrong}\n${request}\n→ ${status} ${text.slice(0, 1_000)}`);
  if (status === 200) await undo(world, name, ready, text);
  else {
    // An invalid correlation id is replaced by the request's own id.
    for (const id of [ready.correlation, String(headers['x-request-id'])])
      refused.set(id, { name, status, request });
  }
  return status;
};

type Portion = { readonly name: CallName; readonly seed: number; readonly inputs: number };

const portionsOf = ({ seed, inputs, only }: FuzzOptions): Portion[] => {
  const names = calls.map(([name]) => name).filter((name) => only?.includes(name) ?? true);
  const starts = Array.from({ length: Math.ceil(inputs / perSeed) }, (_, index) => index);
  // Reads first, because they get slower with more data, except the last portion, which reads what the writes
  // produced.
  const turnOf = ({ name, seed: own }: Portion) =>
    api[name].method !== 'GET' ? 1 : own === seed + starts.length - 1 ? 2 : 0;
  return starts
    .flatMap((index) =>
      names.map((name) => ({
        name,
        seed: seed + index,
        inputs: Math.min(perSeed, inputs - index * perSeed),
      })),
    )
    .toSorted((one, other) => turnOf(one) - turnOf(other));
};

const fuzzPortion = async (deps: Deps, { name, seed, inputs }: Portion): Promise<Report> => {
  const statuses = new Map<number, number>();
  const start = performance.now();
  const property = fc.asyncProperty(plansFor(name), async (plan) => {
    const status = await tryPlan(deps, name, plan);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const examples: [Plan][] = [[plainPlan(name)]];
  const result = await fc.check(property, { seed, numRuns: inputs, maxSkipsPerRun: 1_000, examples });
  const again = `node tests/fuzz/run.ts --inputs ${inputs} --seed ${seed} --call ${name}`;
  const failure = result.failed
    ? `${name}: ${String(result.errorInstance)}\n${fc.stringify(result.counterexample)}\n${again}`
    : null;
  return { name, statuses, milliseconds: performance.now() - start, failure };
};

/** Events with the events that undo them. */
const givenBack = { IntervalReserved: 'IntervalReleased', BookingAdmitted: 'AdmissionEnded' } as const;
const harmless = [
  ...Object.entries(givenBack).flat(),
  'IntervalSecured',
  'ReservationAbandoned',
  'BlockAbandoned',
];

/**
 * Returns whether events leave no effect: a reservation or admission that was undone (appends to several
 * streams cannot be refused as one), or securing a confirmed booking's time for another request.
 */
const leavesNothing = (types: readonly string[]): boolean => {
  const count = (wanted: string) => types.filter((type) => type === wanted).length;
  return (
    types.every((type) => harmless.includes(type)) &&
    Object.entries(givenBack).every(([taken, back]) => count(taken) === count(back))
  );
};

/** Returns the events of refused requests. */
const writtenThough = async ({ world, refused }: Deps, after: string): Promise<string[]> => {
  const events = await eventsByCorrelation(world, after);
  return [...refused].flatMap(([correlation, { name, status, request }]) => {
    const types = events.get(correlation);
    return types && !leavesNothing(types)
      ? [`${name}: ${status}, but ${types.join(', ')} was written\n${request}`]
      : [];
  });
};

/** Waits for read models, processes and jobs; returns what did not settle. */
const unsettled = async (world: FuzzWorld): Promise<string[]> => {
  const head = await world.backstage.store.head();
  const { owner } = world.people;
  for (let tries = 0; tries < 10; tries += 1) {
    const reply = await fetch(new URL('/api/clinics', world.stack.address), {
      headers: { authorization: `Bearer ${owner.token}`, 'x-min-position': head },
    });
    if (reply.status === 200 && !reply.headers.has('x-stale')) return [];
  }
  return ['the read models do not reach what was written'];
};

const mergedByCall = (reports: readonly Report[]): Omit<Report, 'failure'>[] =>
  [...Map.groupBy(reports, ({ name }) => name)].map(([name, parts]) => {
    const statuses = new Map<number, number>();
    for (const [status, count] of parts.flatMap((part) => [...part.statuses])) {
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    return { name, statuses, milliseconds: parts.reduce((sum, part) => sum + part.milliseconds, 0) };
  });

/** Sends random requests to every call, and checks the responses and their effects. */
export const fuzz = async (world: FuzzWorld, options: FuzzOptions) => {
  const sender = createSender(world.stack.address);
  const deps: Deps = { world, sender, judge: createJudge(world.document), refused: new Map() };
  const after = await world.backstage.store.head();
  const waiting = portionsOf(options);
  const reports: Report[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      reports.push(await fuzzPortion(deps, next));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  sender.close();
  const failures = reports.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  const aftermath = [await writtenThough(deps, after), await unsettled(world), complaintsOf(world)].flat();
  return { reports: mergedByCall(reports), failures: [...failures, ...aftermath] };
};
