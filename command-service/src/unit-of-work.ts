import type { Plan } from '@visita/platform/runtime/commit';
import type { Cause, Executed, Streams } from '@visita/platform/runtime/decider';
import { type CallContext, early, type Handler } from '@visita/platform/http/calls';
import type { CallName } from '@visita/contracts/api/table';
import { ChangedMeanwhile } from '@visita/contracts/problem';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from './dependencies.ts';

/** Executes a command on one stream. */
export type Execute = <State, Command>(
  streams: Pick<Streams<State, Command>, 'execute'>,
  id: string,
  command: NoInfer<Command>,
) => Promise<Executed<State>>;

/** A command that replaces a record, and a function that reads the record from the state. */
type Replacement<State, Command> = {
  readonly command: Command;
  readonly record: (state: State) => Readonly<Record<string, unknown>>;
};

/** Executes commands for one cause and records the positions of their events. */
export const executeFor =
  (cause: Cause, recordPosition: (position: string) => void = () => undefined): Execute =>
  async (streams, id, command) => {
    const executed = await streams.execute(id, command, cause);
    if (executed.position !== null) recordPosition(executed.position);
    return executed;
  };

/**
 * Minimum response time (ms) of calls that must not reveal whether an email is known.
 */
export const sameTime = 250;

/** Settles like the work, but at the earliest after {@link sameTime}. */
export const inSameTime = async <Result>(
  { pause }: { pause: (milliseconds: number) => Promise<unknown> },
  work: Promise<Result>,
): Promise<Result> => {
  await Promise.allSettled([work, pause(sameTime)]);
  return work;
};

/** Context of one call: time, cause and writes. */
export type UnitOfWork = {
  /** Instant of the call. */
  readonly at: Date;
  /** The same instant as text. */
  readonly now: string;
  readonly cause: Cause;
  /** Factor of the caller's limits; 1 for strangers. */
  readonly allowance: number;
  /** Executes a command and reports its position with the answer. */
  readonly execute: Execute;
  /** Executes the steps of a plan and reports their highest position with the answer. */
  readonly commit: <State>(plan: Plan<State>) => Promise<Executed<State>>;
  /** Executes a command unless the record that it replaces has changed since the caller read it. */
  readonly replace: <State, Command>(
    streams: Pick<Streams<State, Command>, 'execute'>,
    id: string,
    replacement: Replacement<State, NoInfer<Command>>,
  ) => Promise<Executed<State>>;
  /** Throws if a record has changed since the caller read it. */
  readonly requireBasis: (record: Readonly<Record<string, unknown>>) => void;
  /** Begins a unit of work for another command of the same call. */
  readonly under: (commandId: string) => UnitOfWork;
};

type Context = Pick<CallContext<CallName>, 'wrote'> & {
  readonly request: Pick<
    CallContext<CallName>['request'],
    'commandId' | 'correlationId' | 'actor' | 'allowance' | 'basis'
  >;
};

type UnitDeps = Pick<Dependencies, 'now' | 'domain'>;

/** Returns a function that begins the unit of work of a call. */
const unitsOfWork =
  ({ now: clock, domain }: UnitDeps) =>
  ({ request, wrote }: Context): UnitOfWork => {
    const at = clock();
    const now = at.toISOString();
    const { commandId: id, correlationId, actor, allowance = 1, basis } = request;
    const cause = { id, correlationId, actor, time: now };
    const commit: UnitOfWork['commit'] = (plan) => domain.commit(plan, cause, wrote);
    const requireBasis: UnitOfWork['requireBasis'] = (record) => {
      const version = versionOf(record);
      if (basis !== undefined && version !== basis) throw new ChangedMeanwhile({ version, record });
    };
    const replace: UnitOfWork['replace'] = async (streams, streamId, { command, record }) => {
      const grounds = {
        ...cause,
        requires: (state: Parameters<typeof record>[0]) => requireBasis(record(state)),
      };
      const executed = await streams.execute(streamId, command, grounds);
      if (executed.position !== null) wrote(executed.position);
      return executed;
    };
    const execute = executeFor(cause, wrote);
    const under: UnitOfWork['under'] = (commandId) =>
      unitsOfWork({ now: clock, domain })({ request: { ...request, commandId }, wrote });
    return { at, now, cause, allowance, commit, execute, replace, requireBasis, under };
  };

/** Begins the unit of work of a process. */
export const unitOfProcess = (
  deps: UnitDeps,
  { id: commandId, correlationId, actor }: Pick<Cause, 'id' | 'correlationId' | 'actor'>,
): UnitOfWork => unitsOfWork(deps)({ request: { commandId, correlationId, actor }, wrote: () => undefined });

/** A command: handles one call in its own unit of work. */
export type Command<Name extends CallName, Deps = Dependencies> = (
  context: CallContext<Name>,
  work: UnitOfWork,
  deps: Deps,
) => ReturnType<Handler<Name>>;

/** Turns commands into handlers that work with these dependencies. */
export const handling = <Deps extends Pick<Dependencies, 'now' | 'domain'>>(deps: Deps) => {
  const begin = unitsOfWork(deps);
  return <Name extends CallName>(command: Command<Name, Deps>): Handler<Name> =>
    (context) =>
      command(context, begin(context), deps);
};

/**
 * A command in two phases. `read` runs while the caller's session is looked up; it has no unit of work, so that it
 * cannot write. `decide` runs once the session is known to be open.
 */
export type PhasedCommand<Name extends CallName, Facts, Deps = Dependencies> = {
  readonly read: (context: CallContext<Name>, now: string, deps: Deps) => Promise<Facts>;
  readonly decide: (facts: Facts, work: UnitOfWork, deps: Deps) => ReturnType<Handler<Name>>;
};

/** Turns commands in two phases into handlers that work with these dependencies. */
export const handlingPhases = <Deps extends Pick<Dependencies, 'now' | 'domain'>>(deps: Deps) => {
  const begin = unitsOfWork(deps);
  return <Name extends CallName, Facts>({ read, decide }: PhasedCommand<Name, Facts, Deps>): Handler<Name> =>
    early(async (context) => {
      const work = begin(context);
      const reading = read(context, work.now, deps);
      // A caller without a session gets 401, even if the reading failed.
      reading.catch(() => undefined);
      await context.proven;
      return decide(await reading, work, deps);
    });
};
