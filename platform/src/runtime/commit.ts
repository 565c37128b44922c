import { Rejection } from '@visita/contracts/problem';
import { type EventStore, RevisionConflict } from '../event-store/port.ts';
import { type Tracer, untraced } from '../telemetry/tracer.ts';
import { SubjectErased } from '../vault/personal-data.ts';
import type { Cause, Executed, Proposal, Streams } from './decider.ts';
import type { StreamBudget } from './stream-budget.ts';
import { createTurns, type Turns } from './turns.ts';

export type Step<State = unknown> = {
  readonly stream: string;
  readonly command: unknown;
  /** Reads new events of the stream. */
  readonly look: () => Promise<unknown>;
  /** Decides commands of steps on this stream on the cached state; null if they change nothing. */
  readonly propose: (commands: readonly unknown[], cause: Cause) => Proposal<State> | null;
  readonly execute: (cause: Cause) => Promise<Executed<State>>;
};

/** Creates a step from a command on a stream. */
export const step = <State, Command>(
  streams: Pick<Streams<State, Command>, 'stream' | 'load' | 'propose' | 'execute'>,
  id: string,
  command: NoInfer<Command>,
): Step<State> => ({
  stream: streams.stream(id),
  command,
  look: () => streams.load(id),
  // Steps on one stream hold commands of its decider.
  propose: (commands, cause) => streams.propose(id, commands as readonly Command[], cause),
  execute: (cause) => streams.execute(id, command, cause),
});

/** Takes steps one after the other, for a process that completes a call. */
export const takeSteps = async (steps: readonly Step[], cause: Cause): Promise<void> => {
  for (const { execute } of steps) await execute(cause);
};

/** A step before the deciding one, with its undo. */
export type BeforeStep = Step & {
  /** Reverts the step, unless the deciding stream depends on it. Repeatable. */
  readonly undo: (cause: Cause) => Promise<unknown>;
  /**
   * Removes the cause of a refusal if possible, and returns the step to take next; otherwise throws
   * the refusal.
   */
  readonly settle?: (refusal: Rejection, cause: Cause) => Promise<Step>;
};

/** Takes a step, or the one that `settle` returns if it is refused. Throws `Rejection`. */
export const takeSettled = ({ execute, settle }: BeforeStep, cause: Cause): Promise<Executed<unknown>> =>
  execute(cause).catch(async (error: unknown) => {
    if (!settle || !(error instanceof Rejection)) throw error;
    return (await settle(error, cause)).execute(cause);
  });

/** An undo that does nothing, because the step's events may stay. */
export const stays = async (): Promise<void> => undefined;

/**
 * The writes of one call. If the deciding step or a step before it is refused, the steps before are
 * undone, latest first; after a crash, their deadlines end them. The deciding step is never undone.
 * The steps after it follow from its state, are never refused and can be repeated; after a crash, a
 * process takes them.
 */
export type Plan<State> = {
  readonly before?: readonly BeforeStep[];
  readonly decide: Step<State>;
  readonly after?: (state: State) => readonly Step[];
};

type Record = (position: string) => void;

/**
 * Takes the steps of a plan; returns the result of the deciding step. `record` receives the position of each write.
 */
export type Commit = <State>(plan: Plan<State>, cause: Cause, record?: Record) => Promise<Executed<State>>;

type Deps = {
  readonly store: Pick<EventStore, 'appendTogether'>;
  readonly budget?: StreamBudget | undefined;
  readonly tracer?: Tracer | undefined;
  /** Locks of the streams; shared ones if other code appends to the same streams. */
  readonly turns?: Turns;
  /** Called if an undo fails. The step's deadline ends it. */
  readonly undoFailed?: ((stream: string, error: unknown) => void) | undefined;
};

const commandsOf = (steps: readonly Step[]): unknown[] => steps.map(({ command }) => command);

/** Whether a step would append events to the cached state, after the earlier steps on its stream. */
const wouldChange = (step: Step, earlier: readonly Step[], cause: Cause): boolean => {
  const events = (steps: readonly Step[]) => step.propose(commandsOf(steps), cause)?.events.length ?? 0;
  const onStream = earlier.filter(({ stream }) => stream === step.stream);
  try {
    return events([...onStream, step]) > (onStream.length === 0 ? 0 : events(onStream));
  } catch (error) {
    if (error instanceof Rejection) return false;
    throw error;
  }
};

type Whole<State> = {
  readonly decided: Proposal<State>;
  /** All appends in order, including the deciding one. */
  readonly all: readonly Proposal[];
  readonly steps: readonly Step[];
  /** Steps that would append nothing according to the cached state, which may be outdated. */
  readonly unsure: readonly Step[];
};

/** Decides the other steps on cached states; null if a step before is refused or changes nothing. */
const proposeAll = <State>(
  { before = [], after }: Plan<State>,
  decided: Proposal<State>,
  cause: Cause,
): Whole<State> | null => {
  if (!before.every((one, nth) => wouldChange(one, before.slice(0, nth), cause))) return null;
  const steps: readonly Step[] = [...before, ...(after?.(decided.state) ?? [])];
  // Each stream gets one append: a move within a day reserves and releases on the same agenda.
  const byStream = Map.groupBy(steps, ({ stream }) => stream);
  const first: Proposal[] = [];
  const last: Proposal[] = [];
  const unsure: Step[] = [];
  for (const [stream, ofStream] of byStream) {
    const proposal = stream === decided.stream ? null : ofStream[0]!.propose(commandsOf(ofStream), cause);
    if (!proposal) unsure.push(...ofStream);
    else if (before.some((one) => one.stream === stream)) first.push(proposal);
    else last.push(proposal);
  }
  return { decided, all: [...first, decided, ...last], steps, unsure };
};

/** Charges each append to the budget of its stream; returns a function that refunds all. */
const takeAll = async (budget: StreamBudget, proposals: readonly Proposal[]): Promise<() => void> => {
  const taken: (() => void)[] = [];
  const takeBack = (): void => {
    for (const one of taken.splice(0)) one();
  };
  try {
    for (const proposal of proposals) taken.push(await budget.take(proposal));
  } catch (error) {
    takeBack();
    throw error;
  }
  return takeBack;
};

/** Appends several proposals, all or none; returns the last position, or null if a stream has changed. */
const appendAll = async (
  { store, budget }: Pick<Deps, 'store' | 'budget'>,
  { decided, all }: Whole<unknown>,
): Promise<string | null> => {
  const takeBack = budget && (await takeAll(budget, all));
  try {
    const results = await store.appendTogether!(all);
    const position = results.at(-1)!.position;
    for (const one of all) if (one !== decided) one.appended(position);
    return position;
  } catch (error) {
    takeBack?.();
    if (error instanceof RevisionConflict || error instanceof SubjectErased) return null;
    throw error;
  }
};

const noted = <Done extends Executed<unknown>>(done: Done, record: Record): Done => {
  if (done.position !== null) record(done.position);
  return done;
};

type Taking = { readonly cause: Cause; readonly record: Record };

/**
 * Attempts to append a plan as a whole if other processes write in between; after that its steps are taken one by
 * one.
 */
const attempts = 5;

/** Decides the deciding step. A refusal is only final on a freshly read stream. */
const decideAgain = async <State>({ decide }: Plan<State>, cause: Cause): Promise<Proposal<State> | null> => {
  try {
    return decide.propose([decide.command], cause);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    await decide.look();
    return decide.propose([decide.command], cause);
  }
};

/** Decides all steps on cached states; null if they have to be taken one by one. */
const proposeWhole = async <State>(plan: Plan<State>, cause: Cause): Promise<Whole<State> | null> => {
  const decided = await decideAgain(plan, cause);
  return decided && proposeAll(plan, decided, cause);
};

type Appended<State> = { readonly whole: Whole<State>; readonly position: string };

/**
 * Decides and appends all steps, again if another process wrote in between; null if they have to be taken one by one.
 */
const appendInTurn = async <State>(
  deps: Deps,
  plan: Plan<State>,
  cause: Cause,
): Promise<Appended<State> | null> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const whole = await proposeWhole(plan, cause);
    if (!whole) return null;
    const position = await appendAll(deps, whole);
    if (position !== null) return { whole, position };
    await Promise.all([plan.decide, ...whole.steps].map(({ look }) => look()));
  }
  return null;
};

/**
 * Takes all steps in one append; null if they have to be taken one by one, because one changes nothing or a refusal
 * has to be settled.
 */
const atOnce = async <State>(
  deps: Required<Pick<Deps, 'turns'>> & Deps,
  plan: Plan<State>,
  { cause, record }: Taking,
): Promise<Executed<State> | null> => {
  const seen = await proposeWhole(plan, cause);
  if (!seen) return null;
  const streams = [plan.decide, ...seen.steps].map(({ stream }) => stream);
  const appended = await deps.turns(streams, () => appendInTurn(deps, plan, cause));
  if (!appended) return null;
  const { whole, position } = appended;
  record(position);
  const done = whole.decided.appended(position);
  for (const one of whole.unsure) noted(await one.execute(cause), record);
  return done;
};

const inOrder = async <State>(
  { undoFailed }: Deps,
  { before = [], decide, after }: Plan<State>,
  { cause, record }: Taking,
): Promise<Executed<State>> => {
  const undo = async (steps: readonly BeforeStep[]): Promise<void> => {
    for (const one of steps.toReversed())
      await one.undo(cause).catch((error: unknown) => undoFailed?.(one.stream, error));
  };
  const taken: BeforeStep[] = [];
  const written: BeforeStep[] = [];
  let decided: Executed<State>;
  try {
    for (const one of before) {
      const { position } = noted(await takeSettled(one, cause), record);
      taken.push(one);
      if (position !== null) written.push(one);
    }
    decided = noted(await decide.execute(cause), record);
  } catch (error) {
    if (error instanceof Rejection) await undo(taken);
    throw error;
  }
  // The booking has already ended; a repeated request must not keep a new reservation.
  if (decided.position === null) await undo(written);
  for (const one of after?.(decided.state) ?? []) noted(await one.execute(cause), record);
  return decided;
};

/**
 * Creates the function that writes to several streams: in one append if the store supports it, otherwise, or to
 * settle a refusal, step by step.
 */
export const createCommit = (deps: Deps): Commit => {
  const { store, tracer = untraced, turns = createTurns() } = deps;
  return async (plan, cause, record = () => undefined) => {
    const taking = { cause, record };
    const [kind = ''] = plan.decide.stream.split('-');
    const done =
      store.appendTogether &&
      (await tracer.span(`decide ${kind}`, {}, () => atOnce({ ...deps, turns }, plan, taking)));
    return done ?? inOrder(deps, plan, taking);
  };
};
