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
 * Decides one stream's events. Pure: clock, ids and facts come with the command. `decide` returns
 * the new events (none if nothing changes) or throws a `Rejection`.
 */
export type Decider<State, Event extends AnyEvent, Command> = {
  /** Returns the stream of an id, `booking-<id>`. */
  readonly stream: (id: string) => string;
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => readonly Event[];
  /** Incremented when the state or `evolve` changes: snapshots of other versions are ignored. 1 by default. */
  readonly version?: number;
};

/**
 * Origin of a command, for its events' metadata. Ids of created objects derive from `id`, so that a repeated command
 * recognises its own events.
 */
export type Cause = Omit<EventMetadata, 'causationId' | 'traceparent'> & {
  readonly id: string;
  /** For reactions: position up to which the process has read the log. */
  readonly upTo?: string;
};

/** A cause with a precondition: `requires` throws a `Rejection` if the command must not change the state. */
export type Grounds<State> = Cause & { readonly requires?: ((state: State) => void) | undefined };

/** The state after a command, changed or not. */
export type Executed<State> = Loaded<State> & {
  /** Position of the last event; null if the command changed nothing. */
  readonly position: string | null;
};

type Decided<State, Event> = {
  from: Loaded<State>;
  events: readonly Event[];
  cause: Cause;
  traceparent: string | undefined;
};

/** Events to append to one stream, decided on its cached state. */
export type Proposal<State = unknown> = StreamAppend & {
  readonly cause: Cause;
  /** The state after these events. */
  readonly state: State;
  /** Updates the cache after the append; `position` is that of the last event. */
  readonly appended: (position: string) => Executed<State>;
};

export type Streams<State, Command> = {
  readonly stream: (id: string) => string;
  /** Returns the cached state without reading, for facts that never change. */
  peek(id: string): State;
  /**
   * Returns the current state, reading new events only. If the cached revision is at least `enough`, the store is not
   * read.
   */
  load(id: string, enough?: number): Promise<Loaded<State>>;
  /** Returns the state at a position of the log or later; the current state if there is no position. */
  asOf(id: string, position: string | undefined): Promise<Loaded<State>>;
  /** Decides and appends; decides again after a concurrent change. Throws `Rejection`. */
  execute(id: string, command: Command, cause: Grounds<State>): Promise<Executed<State>>;
  /**
   * Decides commands on the cached state without reading or appending, so that they can be appended with others; null
   * if they change nothing. A refusal (`Rejection`) may be outdated.
   */
  propose(id: string, commands: readonly Command[], cause: Cause): Proposal<State> | null;
};

/** Attempts to decide a command if other processes write to its stream in between. */
const attempts = 200;

/** Caching, snapshots, event ids and tracing of streams. */
export type StreamsOptions = {
  cacheSize?: number;
  snapshots?: Snapshots | undefined;
  /** Without a budget, appends are unlimited. */
  budget?: StreamBudget | undefined;
  /** Locks of the streams; shared if other code of this process appends to the same streams. */
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
 * Runs a decider on an event store. States are cached with their revision: the append verifies an acceptance; a
 * refusal is only given after reading the store again.
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
    // Each attempt gets new ids, because a repeated command must be decided on the current state.
    // With ids derived from the command, the store would report success for a first attempt that
    // has been undone since.
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
        // The subject was erased meanwhile: the next attempt creates a new person, or does not find
        // the person.
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
