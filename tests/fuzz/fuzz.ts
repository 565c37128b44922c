import { setTimeout as delay } from 'node:timers/promises';
import { api, calls, type CallName } from '@visita/contracts/api/table';
import * as fc from 'fast-check';
import { createJudge, type Judge } from '../support/judge.ts';
import { plainPlan, type Plan, plansFor } from './plan.ts';
import { readyOf } from './request.ts';
import { type Answered, createSender, type Sender, type Wire } from '../support/send.ts';
import { complaintsOf, eventsByCorrelation, type FuzzWorld, undo, wouldEnd } from './world.ts';

/** What came of some requests to one call. */
export type Report = {
  readonly name: CallName;
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly milliseconds: number;
  /** The smallest request found that is answered wrongly, and how to see it again. */
  readonly failure: string | null;
};

export type FuzzOptions = {
  readonly seed: number;
  /** Requests to each call. */
  readonly inputs: number;
  readonly only?: readonly CallName[];
};

/** So many requests come from one seed; the next ones from the next seed. */
export const perSeed = 100;
/** What is asked side by side. */
const lanes = 8;

type Refused = { name: CallName; status: number; request: string };
type Deps = { world: FuzzWorld; sender: Sender; judge: Judge; refused: Map<string, Refused> };

/** Not every time that a booking is made for is free, and a busy machine may not make it. */
const orNotNow = (error: unknown): null => {
  if (error instanceof Error && /^(409|503) /.test(error.message)) return null;
  throw error;
};

/** A machine that is too busy says so, and when to come again: the only 5xx there may be, and not for long. */
const sendUntilServed = async (sender: Sender, wire: Wire): Promise<Answered> => {
  for (let tries = 0; ; tries += 1) {
    const answered = await sender.send(wire);
    const busy = answered.status === 503 && answered.text.includes('"code":"unavailable"');
    if (!busy || tries === 5) return answered;
    await delay(Number(answered.headers['retry-after']) * 1000);
  }
};

/** Sends what a plan says and throws where the answer is wrong; the status of the answer. */
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
    // A correlation that is none of ours gave way to the request's own id.
    for (const id of [ready.correlation, String(headers['x-request-id'])])
      refused.set(id, { name, status, request });
  }
  return status;
};

type Portion = { readonly name: CallName; readonly seed: number; readonly inputs: number };

const portionsOf = ({ seed, inputs, only }: FuzzOptions): Portion[] => {
  const names = calls.map(([name]) => name).filter((name) => only?.includes(name) ?? true);
  const starts = Array.from({ length: Math.ceil(inputs / perSeed) }, (_, index) => index);
  // Reads cost more the more there is; the last of them see what the writes led to.
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

/** What is taken first, and what gives it back. */
const givenBack = { IntervalReserved: 'IntervalReleased', BookingAdmitted: 'AdmissionEnded' } as const;
const harmless = [
  ...Object.entries(givenBack).flat(),
  'IntervalSecured',
  'ReservationAbandoned',
  'BlockAbandoned',
];

/**
 * A time that was reserved and given back again leaves nothing, since several streams cannot refuse as one, nor does an
 * admission that was ended; and a caller who finds a confirmed booking's time not secured yet does that for it.
 */
const leavesNothing = (types: readonly string[]): boolean => {
  const count = (wanted: string) => types.filter((type) => type === wanted).length;
  return (
    types.every((type) => harmless.includes(type)) &&
    Object.entries(givenBack).every(([taken, back]) => count(taken) === count(back))
  );
};

/** What was written for requests that were refused. */
const writtenThough = async ({ world, refused }: Deps, after: string): Promise<string[]> => {
  const events = await eventsByCorrelation(world, after);
  return [...refused].flatMap(([correlation, { name, status, request }]) => {
    const types = events.get(correlation);
    return types && !leavesNothing(types)
      ? [`${name}: ${status}, but ${types.join(', ')} was written\n${request}`]
      : [];
  });
};

/** Waits until read models, processes and jobs have come to rest, and says where they did not. */
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

/** Sends so many requests to every call of a world, and judges the answers and what they left behind. */
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
