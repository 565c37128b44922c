import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Subject } from '@visita/contracts/event';
import { eventDefinitions } from '@visita/contracts/events';
import { pagesOfStream } from '../event-store/pages.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Snapshots } from './snapshots.ts';

/** A folded stream with its revision (−1 if it does not exist). */
export type Loaded<State> = { readonly state: State; readonly revision: number };

/** The part of a decider that folds events. */
export type Folding<State> = {
  readonly stream: (id: string) => string;
  readonly initialState: State;
  readonly evolve: (state: State, event: never) => State;
  readonly version?: number;
};

type Event = Pick<RecordedEvent, 'id' | 'type' | 'data'>;

type Folded<State> = Loaded<State> & {
  readonly eventId: string;
  readonly subjects: ReadonlySet<Subject>;
  /** Revision of the latest snapshot. */
  readonly kept: number;
  /** Position of the log up to which the state is current; '' if unknown. */
  readonly upTo: string;
};

/** Cached states with their revisions. */
export type States<State> = {
  known(id: string): Loaded<State>;
  /** Returns the current state, reading new events only. */
  load(id: string): Promise<Loaded<State>>;
  /** Returns the state at a position of the log or later, from the events that this process has read if possible. */
  asOf(id: string, position: string): Promise<Loaded<State>>;
  /** Updates a state with events that were appended after it, up to a position of the log. */
  follow(
    id: string,
    from: Loaded<State>,
    appended: { events: readonly Event[]; position: string },
  ): Loaded<State>;
};

/** New events read per load. If there are more, the rest is read once for all callers. */
const loadPage = 100;
/** Events between two snapshots of a stream. */
const snapshotEvery = 1_000;

/** Returns the state after one more event of its stream, which holds events of one decider only. */
export const evolveStored = <State>(
  { evolve }: { readonly evolve: (state: State, event: never) => State },
  state: State,
  event: { readonly type: string; readonly data: unknown },
): State =>
  // The store validates events when they are written.
  evolve(state, event as never);

const withSubjects = (known: ReadonlySet<Subject>, events: readonly Event[]): ReadonlySet<Subject> => {
  const found = events.map(({ type, data }) => eventDefinitions.get(type)?.subject?.(data as never));
  const fresh = found.filter((subject) => subject && !known.has(subject));
  return fresh.length > 0 ? new Set([...known, ...found.flatMap((subject) => subject ?? [])]) : known;
};

const foldOn = <State>(
  folding: Folding<State>,
  from: Folded<State>,
  events: readonly Event[],
): Folded<State> => ({
  ...from,
  state: events.reduce((state, event) => evolveStored(folding, state, event), from.state),
  revision: from.revision + events.length,
  eventId: events.at(-1)?.id ?? from.eventId,
  subjects: withSubjects(from.subjects, events),
});

type Deps = {
  store: Pick<EventStore, 'readStream' | 'followed'>;
  snapshots: Snapshots | undefined;
  cacheSize: number;
};

/** Returns a newer snapshot's state; null if there is none that can be used. */
const fromSnapshot = async <State>(
  { store, snapshots }: Deps,
  { stream, version }: { stream: string; version: number },
): Promise<Folded<State> | null> => {
  const snapshot = await snapshots?.find(stream, version);
  if (!snapshot) return null;
  const { revision, eventId, state, subjects } = snapshot;
  // The events may have been restored from an earlier backup without the snapshots.
  const [last] = await store.readStream(stream, revision, 1);
  if (last?.id !== eventId) return null;
  // Only this decider writes such snapshots, with this version.
  return { state: state as State, revision, eventId, subjects: new Set(subjects), kept: revision, upTo: '' };
};

/** Caches states of one decider's streams in memory, and long streams as snapshots. */
export const createStates = <State>(folding: Folding<State>, deps: Deps): States<State> => {
  const { store, snapshots, cacheSize } = deps;
  const version = folding.version ?? 1;
  const cache = new LRUCache<string, Folded<State>>({ max: cacheSize });
  const none: Folded<State> = {
    state: folding.initialState,
    revision: -1,
    eventId: '',
    subjects: new Set(),
    kept: -1,
    upTo: '',
  };
  const catchingUp = new Map<string, Promise<void>>();

  const at = (stream: string): Folded<State> => cache.get(stream) ?? none;

  const remember = (stream: string, folded: Folded<State>): Folded<State> => {
    const due = snapshots !== undefined && folded.revision - folded.kept >= snapshotEvery;
    const entry = due ? { ...folded, kept: folded.revision } : folded;
    if (due) void snapshots.keep({ ...folded, stream, version, subjects: [...folded.subjects] });
    const seen = at(stream);
    const newer = seen.revision < folded.revision;
    if (newer || (seen !== none && seen.revision === folded.revision && seen.upTo < folded.upTo))
      cache.set(stream, entry);
    return entry;
  };

  /**
   * Adds to a cached state the events that this process has read since; null if these do not
   * suffice.
   */
  const fromFollowed = async (stream: string, position: string): Promise<Folded<State> | null> => {
    const from = at(stream);
    const upTo = store.followed?.reached() ?? '';
    if (from.upTo === '' || upTo < position) return null;
    const since = await store.followed!.ofStream(stream, from.upTo);
    const fresh = since?.filter(({ revision }) => revision > from.revision);
    if (!fresh || (fresh[0] && fresh[0].revision !== from.revision + 1)) return null;
    return remember(stream, { ...foldOn(folding, from, fresh), upTo });
  };

  const catchUp = async (stream: string): Promise<void> => {
    const before = at(stream);
    let folded = before;
    if (before.revision === -1) folded = (await fromSnapshot<State>(deps, { stream, version })) ?? before;
    for await (const page of pagesOfStream(store, stream, folded.revision + 1)) {
      folded = remember(stream, foldOn(folding, folded, page));
    }
  };

  /** Reads a long stream once for all waiting callers. */
  const catchUpOnce = (stream: string): Promise<void> => {
    const running = catchingUp.get(stream) ?? catchUp(stream).finally(() => catchingUp.delete(stream));
    catchingUp.set(stream, running);
    return running;
  };

  const load = async (stream: string): Promise<Folded<State>> => {
    for (;;) {
      const from = at(stream);
      const upTo = store.followed?.reached() ?? '';
      const tail = await store.readStream(stream, from.revision + 1, loadPage);
      if (tail.length < loadPage) return remember(stream, { ...foldOn(folding, from, tail), upTo });
      await catchUpOnce(stream);
    }
  };

  return {
    known: (id) => at(folding.stream(id)),
    load: (id) => load(folding.stream(id)),
    asOf: async (id, position) => {
      const stream = folding.stream(id);
      return (await fromFollowed(stream, position)) ?? load(stream);
    },
    follow: (id, from, { events, position }) => {
      // States passed to the decider come from this cache.
      const folded = foldOn(folding, from as Folded<State>, events);
      return remember(folding.stream(id), { ...folded, upTo: position });
    },
  };
};
