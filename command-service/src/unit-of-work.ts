import type { Plan } from '@visita/platform/runtime/commit';
import type { Cause, Executed, Streams } from '@visita/platform/runtime/decider';
import { type CallContext, early, type Handler } from '@visita/platform/http/calls';
import type { CallName } from '@visita/contracts/api/table';
import { ChangedMeanwhile } from '@visita/contracts/problem';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from './dependencies.ts';

/** Decides a command on one stream, for one cause. */
export type Execute = <State, Command>(
  streams: Pick<Streams<State, Command>, 'execute'>,
  id: string,
  command: NoInfer<Command>,
) => Promise<Executed<State>>;

/** A command that replaces a record, which a state holds in the fields of the call's body. */
type Replacement<State, Command> = {
  readonly command: Command;
  readonly record: (state: State) => Readonly<Record<string, unknown>>;
};

/** Executes commands for one cause and records the position of each that wrote something. */
export const executeFor =
  (cause: Cause, recordPosition: (position: string) => void = () => undefined): Execute =>
  async (streams, id, command) => {
    const executed = await streams.execute(id, command, cause);
    if (executed.position !== null) recordPosition(executed.position);
    return executed;
  };

/**
 * Milliseconds after which a call is answered at the earliest where the work differs by what nobody is to learn: whether
 * an email is somebody's, or a patient's.
 */
export const sameTime = 250;

/** What work comes to, an answer or a refusal, after {@link sameTime} at the earliest. */
export const inSameTime = async <Result>(
  { pause }: { pause: (milliseconds: number) => Promise<unknown> },
  work: Promise<Result>,
): Promise<Result> => {
  await Promise.allSettled([work, pause(sameTime)]);
  return work;
};

/** What one call is decided with. */
export type UnitOfWork = {
  /** The instant of the call. */
  readonly at: Date;
  /** The same instant as events have it. */
  readonly now: string;
  readonly cause: Cause;
  /** How many times as much as a stranger the caller may ask for. */
  readonly allowance: number;
  /** The highest position that it writes goes out with the answer. */
  readonly execute: Execute;
  /** Takes the steps of a plan; the highest position that they write goes out with the answer. */
  readonly commit: <State>(plan: Plan<State>) => Promise<Executed<State>>;
  /** Executes a command unless the record that it replaces is another one by now than the caller has read. */
  readonly replace: <State, Command>(
    streams: Pick<Streams<State, Command>, 'execute'>,
    id: string,
    replacement: Replacement<State, NoInfer<Command>>,
  ) => Promise<Executed<State>>;
  /** Refuses where a record is another one than the caller has read. */
  readonly requireBasis: (record: Readonly<Record<string, unknown>>) => void;
};

type Context = Pick<CallContext<CallName>, 'request' | 'wrote'>;

/** Begins the unit of work of a call. */
const unitsOfWork =
  ({ now: clock, domain }: Pick<Dependencies, 'now' | 'domain'>) =>
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
    return { at, now, cause, allowance, commit, execute, replace, requireBasis };
  };

/** Handles one call in a unit of work of its own. */
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
 * A command in two phases. It reads first, beside the look-up of its caller's session: without a unit of work, so that it
 * writes nothing. What it read is decided on once the session is known to be open.
 */
export type PhasedCommand<Name extends CallName, Facts> = {
  readonly read: (context: CallContext<Name>, now: string, deps: Dependencies) => Promise<Facts>;
  readonly decide: (facts: Facts, work: UnitOfWork, deps: Dependencies) => ReturnType<Handler<Name>>;
};

/** Turns commands in two phases into handlers that work with these dependencies. */
export const handlingPhases = (deps: Dependencies) => {
  const begin = unitsOfWork(deps);
  return <Name extends CallName, Facts>({ read, decide }: PhasedCommand<Name, Facts>): Handler<Name> =>
    early(async (context) => {
      const work = begin(context);
      const reading = read(context, work.now, deps);
      // A caller without a session learns nothing of what was read.
      reading.catch(() => undefined);
      await context.proven;
      return decide(await reading, work, deps);
    });
};
