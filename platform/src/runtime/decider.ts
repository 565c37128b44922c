import { randomUUID } from 'node:crypto';
import type { EventMetadata, NewEvent } from '@visita/contracts/envelope';
import { Rejection } from '@visita/contracts/problem';
import { type EventStore, RevisionConflict, type StreamAppend } from '../event-store/port.ts';
import type { AnyEvent } from './reactions.ts';
import { type Tracer, untraced, type Work } from '../telemetry/tracer.ts';
import { SubjectErased } from '../vault/personal-data.ts';
import type { Snapshots } from './snapshots.ts';
import type { StreamBudget } from './stream-budget.ts';
import { createStates, type Loaded } from './states.ts';
import { createTurns, type Turns } from './turns.ts';

/**
 * Decides one stream's events. Pure: clock, ids and facts come in with the command. `decide` returns the events that
 * follow, none where nothing changes, or throws a `Rejection`.
 */
export type Decider<State, Event extends AnyEvent, Command> = {
  /** The stream of an id, `booking-<id>`. */
  readonly stream: (id: string) => string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  /** Raised where the state, or what an event makes of it, changes: snapshots of other versions are of no use. 1 unless told. */
  readonly version?: number;
};

/**
 * What a command's events say of their origin. `id` makes the ids of what the command creates, so that deciding it
 * again finds its own work.
 */
export type Cause = Omit<EventMetadata, 'causationId' | 'traceparent'> & {
  readonly id: string;
  /** Up to where who reacts to an event has read the log with it. */
  readonly upTo?: string;
};

/** A cause, and what has to hold of the state for the command to change anything: `requires` throws a `Rejection`. */
export type Grounds<State> = Cause & { readonly requires?: ((state: State) => void) | undefined };

/** The state after a command, whether or not it wrote anything. */
export type Executed<State> = Loaded<State> & {
  /** Position of the last event written, null where the command changed nothing. */
  readonly position: string | null;
};

type Decided<State, Event> = {
  from: Loaded<State>;
  events: readonly Event[];
  cause: Cause;
  traceparent: string | undefined;
};

/** What commands would append to one stream, decided on what was seen of it last. */
export type Proposal<State = unknown> = StreamAppend & {
  readonly cause: Cause;
  /** The state that follows from it. */
  readonly state: State;
  /** Goes on from it, once it was appended up to a position. */
  readonly appended: (position: string) => Executed<State>;
};

/** The streams of one decider. */
export type Streams<State, Command> = {
  /** Names the stream of an id. */
  readonly stream: (id: string) => string;
  /** What was seen last, without looking again: for facts that never change once they are there. */
  peek(id: string): State;
  /**
   * The present state, read from the store (only what came since the last look). Where a revision is told that is
   * enough, what was seen last is not looked at again once it reaches that.
   */
  load(id: string, enough?: number): Promise<Loaded<State>>;
  /** A state that was the present one at a position of the log or later; the present one where none is told. */
  asOf(id: string, position: string | undefined): Promise<Loaded<State>>;
  /** Decides and appends; on a concurrent change it loads and decides again. Throws `Rejection`. */
  execute(id: string, command: Command, cause: Grounds<State>): Promise<Executed<State>>;
  /**
   * Decides one command after the other without looking again or appending, so that it can be appended together with
   * others; null where it would change nothing. A refusal (`Rejection`) may come from what is no longer so.
   */
  propose(id: string, commands: readonly Command[], cause: Cause): Proposal<State> | null;
};

/** Times that a command is decided anew where other processes wrote to its stream meanwhile. */
const attempts = 200;

/** How streams are kept: states in memory, snapshots of long streams, ids of events, and the tracer that their metadata points to. */
export type StreamsOptions = {
  cacheSize?: number;
  snapshots?: Snapshots | undefined;
  /** Without one streams are added to as often as anybody likes. */
  budget?: StreamBudget | undefined;
  /** Shared by all that appends to the same streams in this process; its own unless told. */
  turns?: Turns;
  ids?: () => string;
  tracer?: Tracer;
};

const metadataOf = (cause: Cause, traceparent: string | undefined): EventMetadata => ({
  correlationId: cause.correlationId,
  causationId: cause.id,
  actor: cause.actor,
  time: cause.time,
  ...(traceparent === undefined ? {} : { traceparent }),
});

/**
 * Runs a decider on an event store. States are kept in memory and used only together with their revision: an
 * acceptance is checked by the append, a refusal is given only after looking at the store again.
 */
export const createStreams = <State, Event extends AnyEvent, Command>(
  store: EventStore,
  decider: Decider<State, Event, Command>,
  options: StreamsOptions = {},
): Streams<State, Command> => {
  const { cacheSize = 10_000, snapshots, budget, turns = createTurns() } = options;
  const { ids = randomUUID, tracer = untraced } = options;
  const kind = decider.stream('').replace(/-.*$/, '');
  const { known, follow, load, asOf } = createStates(decider, { store, snapshots, cacheSize });

  const appendOf = (
    id: string,
    { from, events: decided, cause, traceparent }: Decided<State, Event>,
  ): Proposal<State> => {
    const metadata = metadataOf(cause, traceparent);
    // New ids for each try: a repeat must be decided on what its stream says by now. With ids that follow from the
    // command, a store would take it for the first try and answer that all is done, though it was undone since.
    const [first, ...rest] = decided.map((event): NewEvent => ({ ...event, id: ids(), metadata }));
    const events = [first!, ...rest] as const;
    return {
      stream: decider.stream(id),
      expected: from.revision === -1 ? 'no-stream' : from.revision,
      events,
      cause,
      state: decided.reduce(decider.evolve, from.state),
      appended: (position) => {
        const { state, revision } = follow(id, from, { events, position });
        return { state, revision, position };
      },
    };
  };

  const append = async (id: string, decided: Decided<State, Event>) => {
    const proposal = appendOf(id, decided);
    const { stream, expected, events, appended } = proposal;
    const takeBack = await budget?.take(proposal);
    const { position } = await store.append(stream, expected, events).catch((error: unknown) => {
      takeBack?.();
      throw error;
    });
    return appended(position);
  };

  const propose: Streams<State, Command>['propose'] = (id, commands, cause) => {
    const from = known(id);
    const events: Event[] = [];
    let { state } = from;
    for (const command of commands) {
      const decided = decider.decide(command, state);
      state = decided.reduce(decider.evolve, state);
      events.push(...decided);
    }
    return events.length === 0
      ? null
      : appendOf(id, { from, events, cause, traceparent: tracer.origin().traceparent });
  };

  const decide = async (
    id: string,
    command: Command,
    { cause, work }: { cause: Grounds<State>; work: Work },
  ): Promise<Executed<State>> => {
    let from = known(id);
    let fresh = false;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      try {
        const events = decider.decide(command, from.state);
        const { traceparent } = work;
        if (events.length > 0) {
          cause.requires?.(from.state);
          return await append(id, { from, events, cause, traceparent });
        }
        if (fresh) return { state: from.state, revision: from.revision, position: null };
      } catch (error) {
        // The subject was erased meanwhile: on the next try it is a new person, or unknown.
        if (error instanceof SubjectErased) throw new Rejection('conflict');
        const stale = error instanceof RevisionConflict || (error instanceof Rejection && !fresh);
        if (!stale) throw error;
      }
      from = await load(id);
      fresh = true;
    }
    throw new Rejection('conflict');
  };

  const execute: Streams<State, Command>['execute'] = (id, command, cause) =>
    tracer.span(`decide ${kind}`, {}, (work) =>
      turns([decider.stream(id)], () => decide(id, command, { cause, work })),
    );

  const loadEnough: Streams<State, Command>['load'] = async (id, enough) => {
    const seen = known(id);
    return enough !== undefined && seen.revision >= enough ? seen : load(id);
  };

  const peek = (id: string): State => known(id).state;

  return {
    stream: decider.stream,
    peek,
    load: loadEnough,
    asOf: (id, position) => (position === undefined ? load(id) : asOf(id, position)),
    execute,
    propose,
  };
};
