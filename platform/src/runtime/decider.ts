import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EventMetadata, NewEvent, RecordedEvent } from '@visita/contracts/envelope';
import { Rejection } from '@visita/contracts/problem';
import { type EventStore, RevisionConflict } from '../event-store/port.ts';
import type { AnyEvent } from './reactions.ts';
import { type Tracer, untraced, type Work } from '../telemetry/tracer.ts';
import { SubjectErased } from '../vault/personal-data.ts';

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
};

/** A state after one more event of its stream, which holds events of one decider only. */
export const evolveStored = <State>(
  { evolve }: { readonly evolve: (state: State, event: never) => State },
  state: State,
  event: RecordedEvent,
): State =>
  // The store checks events when they are written.
  evolve(state, event as never);

/**
 * What a command's events say of their origin. `id` makes the ids of what the command creates, so that deciding it
 * again finds its own work.
 */
export type Cause = Omit<EventMetadata, 'causationId' | 'traceparent'> & { readonly id: string };

/** A stream folded up to a revision (−1 where it does not exist). */
export type Loaded<State> = { readonly state: State; readonly revision: number };

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

/** The streams of one decider. */
export type Streams<State, Command> = {
  /** What was seen last, without looking again: for facts that never change once they are there. */
  peek(id: string): State;
  /** The present state, read from the store (only what came since the last look). */
  load(id: string): Promise<Loaded<State>>;
  /** Decides and appends; on a concurrent change it loads and decides again. Throws `Rejection`. */
  execute(id: string, command: Command, cause: Cause): Promise<Executed<State>>;
};

const attempts = 50;

/** How streams are kept: states in memory, ids of events, and the tracer that their metadata points to. */
export type StreamsOptions = { cacheSize?: number; ids?: () => string; tracer?: Tracer };

/** States as they were seen last, each with its revision. */
const createStates = <State, Event extends AnyEvent, Command>(
  store: Pick<EventStore, 'readStream'>,
  decider: Decider<State, Event, Command>,
  size: number,
) => {
  const cache = new LRUCache<string, { state: State; revision: number }>({ max: size });
  const none = (): Loaded<State> => ({ state: decider.initialState, revision: -1 });

  const remember = (stream: string, loaded: Loaded<State>) => {
    const known = cache.get(stream);
    if (!known || known.revision < loaded.revision) cache.set(stream, loaded);
  };

  const load = async (id: string): Promise<Loaded<State>> => {
    const stream = decider.stream(id);
    const known = cache.get(stream) ?? none();
    const tail = await store.readStream(stream, known.revision + 1);
    if (tail.length === 0) return known;
    const loaded = {
      state: tail.reduce((state, event) => evolveStored(decider, state, event), known.state),
      revision: tail.at(-1)!.revision,
    };
    remember(stream, loaded);
    return loaded;
  };

  const known = (id: string): Loaded<State> => cache.get(decider.stream(id)) ?? none();

  return { known, remember, load };
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
  { cacheSize = 10_000, ids = randomUUID, tracer = untraced }: StreamsOptions = {},
): Streams<State, Command> => {
  const kind = decider.stream('').replace(/-.*$/, '');
  const { known, remember, load } = createStates(store, decider, cacheSize);

  const append = async (id: string, { from, events, cause, traceparent }: Decided<State, Event>) => {
    const stream = decider.stream(id);
    const metadata = metadataOf(cause, traceparent);
    // New ids for each try: a repeat must be decided on what its stream says by now. With ids that follow from the
    // command, a store would take it for the first try and answer that all is done, though it was undone since.
    const [first, ...rest] = events.map((event): NewEvent => ({ ...event, id: ids(), metadata }));
    const expected = from.revision === -1 ? ('no-stream' as const) : from.revision;
    const result = await store.append(stream, expected, [first!, ...rest]);
    const loaded = { state: events.reduce(decider.evolve, from.state), revision: result.revision };
    remember(stream, loaded);
    return { ...loaded, position: result.position };
  };

  const decide = async (
    id: string,
    command: Command,
    { cause, work }: { cause: Cause; work: Work },
  ): Promise<Executed<State>> => {
    let from = known(id);
    let fresh = false;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      try {
        const events = decider.decide(command, from.state);
        const { traceparent } = work;
        if (events.length > 0) return await append(id, { from, events, cause, traceparent });
        if (fresh) return { ...from, position: null };
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
    tracer.span(`decide ${kind}`, {}, (work) => decide(id, command, { cause, work }));

  const peek = (id: string): State => known(id).state;

  return { peek, load, execute };
};
