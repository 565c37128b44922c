import type { RecordedEvent } from '@visita/contracts/envelope';
import { codeOf, type Log } from '../core/log.ts';
import { createRarely } from '../core/rarely.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';
import { type EventStore, UnexpectedAnswer } from './port.ts';

/** Events that a store tells of as they come: from the moment of the link on all of them, in the order of the log. */
export type Link = {
  take(event: RecordedEvent): void;
  /** Nothing more comes this way. */
  end(): void;
};

/** What is read from, and what tells that there may be more. */
export type Source = {
  readAll: EventStore['readAll'];
  /** Where the store can leave out what a follower does not look at. */
  readTypes?: ReadTypes;
  wakeUp: WakeUp;
  log: Log;
};

/**
 * Of the next `limit` events after a position those of some types, and the last one whatever it is, which says how far
 * that was. `seen` is how many there were of all types.
 */
export type ReadTypes = (
  after: string,
  limit: number,
  types: ReadonlySet<string>,
) => Promise<{ readonly events: readonly RecordedEvent[]; readonly seen: number }>;

/** The newest events of the log, read once for all who follow it. */
export type RecentEvents = {
  /** Whether everything after a position is here, as far as it was read. */
  holds(position: string): boolean;
  /** The next events after a position that is held. */
  after(position: string, limit: number): readonly RecordedEvent[];
  /** Whether everything up to a position of the log is here or was handed on. */
  reaches(position: string): boolean;
  /** Begins to read on from a position, unless that was begun before. */
  begin(position: string): void;
  /**
   * Takes events that this process has just written, with all of their neighbours, so that they need not be read; those
   * that do not follow what is here are left to the reader.
   */
  take(written: readonly RecordedEvent[]): void;
  /** Links a store that tells of events as they come: once the log was read up to there, they need not be read again. */
  link(): Link;
  /** Up to where the log was read; null before it was begun. */
  reached(): string | null;
  /** The events of a stream after a position, up to there; null where not all of them are kept. */
  ofStream(stream: string, after: string): readonly RecordedEvent[] | null;
  /** Tells of events that came. */
  readonly news: WakeUp;
  /** What a read of the log itself answers; null where it could not be read, after a pause. */
  read<Answer>(reading: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | null>;
  stop(): Promise<void>;
};

/** So many events are kept at most: who is further behind reads for itself. */
const most = 2_000;
const pageSize = 1_000;
/** A missed notice costs this much, in milliseconds. */
const poll = 2_500;
/** A failed read is tried again after so long, in milliseconds, or with the next notice. */
const pause = 1_000;
/** Milliseconds between two warnings of the same. */
const tellEvery = 60_000;

/** One reader of a process. A failed read is tried again for ever. */
export const createRecentEvents = ({ readAll, wakeUp, log }: Source): RecentEvents => {
  const news = createWakeUp();
  const stopping = new AbortController();
  const { signal } = stopping;
  let kept: RecordedEvent[] = [];
  // What is kept comes after `from`, and goes to `to`.
  let [from, to]: [string | null, string] = [null, ''];
  let running: Promise<void> = Promise.resolve();
  // What came over the link waits until the log is read up to where the link begins.
  let linked: { waiting: RecordedEvent[] | null } | null = null;

  const tell = createRarely<string>(tellEvery, (reason, times) =>
    log.warn({ reason, times }, 'cannot read the events, trying again'),
  );

  const read: RecentEvents['read'] = async (reading, ending) => {
    const seen = wakeUp.count();
    try {
      return await reading();
    } catch (error) {
      tell(error instanceof UnexpectedAnswer ? error.message : codeOf(error));
      await wakeUp.wait(seen, pause, ending);
      return null;
    }
  };

  const keep = (page: readonly RecordedEvent[]): void => {
    const all = [...kept, ...page];
    const dropped = Math.max(0, all.length - most);
    from = all[dropped - 1]?.position ?? from;
    kept = all.slice(dropped);
    to = page.at(-1)!.position;
    news.wake();
  };

  const join = (): void => {
    if (!linked?.waiting) return;
    const came = linked.waiting.filter(({ position }) => position > to);
    linked.waiting = null;
    if (came.length > 0) keep(came);
  };

  /** Until somebody rings, or nothing came for a while: what comes over the link needs no look. */
  const rest = async (seen: number): Promise<void> => {
    for (let came = true; came && wakeUp.count() === seen && !signal.aborted;) {
      const before = to;
      await wakeUp.wait(seen, poll, signal);
      came = linked?.waiting === null && to !== before;
    }
  };

  const link: RecentEvents['link'] = () => {
    const own: NonNullable<typeof linked> = { waiting: [] };
    let last = '';
    linked = own;
    wakeUp.wake();
    const end = (): void => {
      if (linked === own) linked = null;
      wakeUp.wake();
    };
    return {
      take: (event) => {
        const { position } = event;
        // Out of order, or more than can wait: they are read instead.
        if (linked !== own || position < last || (own.waiting?.length ?? 0) >= most) return end();
        last = position;
        if (own.waiting) own.waiting.push(event);
        else if (position > to) keep([event]);
      },
      end,
    };
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const seen = wakeUp.count();
      const before = linked;
      const page = await read(() => readAll(to, pageSize), signal);
      // Some may have been taken meanwhile.
      const fresh = page?.filter(({ position }) => position > to) ?? [];
      if (fresh.length > 0) keep(fresh);
      // A short page is the end, unless somebody rang since it was asked for.
      if (!page || page.length >= pageSize) continue;
      if (before === linked) join();
      await rest(seen);
    }
  };

  return {
    holds: (position) => from !== null && position >= from,
    after: (position, limit) => {
      const next = kept.findLastIndex((event) => event.position <= position) + 1;
      return kept.slice(next, next + limit);
    },
    begin: (position) => {
      if (from !== null || signal.aborted) return;
      from = to = position;
      running = run();
    },
    reaches: (position) => from !== null && position <= to,
    take: (written) => {
      if (from === null || written.length === 0 || Number(written[0]!.position) !== Number(to) + 1) return;
      keep(written);
    },
    link,
    reached: () => (from === null ? null : to),
    ofStream: (stream, after) => {
      if (from === null || after < from) return null;
      const next = kept.findLastIndex(({ position }) => position <= after) + 1;
      return kept.slice(next).filter((event) => event.stream === stream);
    },
    news,
    read,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
