import type { RecordedEvent } from '@visita/contracts/envelope';
import { codeOf, type Log } from '../logging/log.ts';
import { createThrottle } from '../logging/throttle.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';
import { type EventStore, UnexpectedAnswer } from './port.ts';

/** Events pushed by the store: all events after the link was opened, in log order. */
export type Link = {
  take(event: RecordedEvent): void;
  end(): void;
};

/** Functions of the store that the shared reader needs. */
export type Source = {
  readAll: EventStore['readAll'];
  /** Present if the store can filter by type. */
  readTypes?: ReadTypes;
  wakeUp: WakeUp;
  log: Log;
};

/**
 * Reads events of some types from the next `limit` events, and the last one of any type, which marks the progress.
 * `seen` counts events of all types.
 */
export type ReadTypes = (
  after: string,
  limit: number,
  types: ReadonlySet<string>,
) => Promise<{ readonly events: readonly RecordedEvent[]; readonly seen: number }>;

/** The latest events of the log, read once for all followers. */
export type RecentEvents = {
  /** Whether all events after a position that were read are in memory. */
  holds(position: string): boolean;
  /** Returns the next events after a position that is in memory. */
  after(position: string, limit: number): readonly RecordedEvent[];
  /** Whether all events up to a position are in memory or were delivered. */
  reaches(position: string): boolean;
  /** Starts reading from a position, unless already started. */
  begin(position: string): void;
  /**
   * Adds events that this process has just written, so that they need not be read. Ignored if they do not directly
   * follow the last event.
   */
  take(written: readonly RecordedEvent[]): void;
  /**
   * Opens a link, over which the store pushes events. Once the log is read up to its start, pushed events are not
   * read again.
   */
  link(): Link;
  /** Position of the last event read; null before `begin`. */
  reached(): string | null;
  /** Returns the events of a stream between a position and `reached`; null if not all of them are in memory. */
  ofStream(stream: string, after: string): readonly RecordedEvent[] | null;
  /** Wakes when events were added. */
  readonly news: WakeUp;
  /** Runs a read of the log; if it fails, waits and returns null. */
  read<Answer>(reading: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | null>;
  stop(): Promise<void>;
};

/** Maximum number of events in memory. Followers that are further behind read for themselves. */
const keptMaximum = 2_000;
const pageSize = 1_000;
/** Ms between two reads without notification, in case one was missed. */
const poll = 2_500;
/** Ms after a failed read until the next attempt, unless a notification comes first. */
const pause = 1_000;
/** Ms between two equal warnings. */
const warnEvery = 60_000;

/** Creates the shared reader of a process. Failed reads are retried for ever. */
export const createRecentEvents = ({ readAll, wakeUp, log }: Source): RecentEvents => {
  const news = createWakeUp();
  const stopping = new AbortController();
  const { signal } = stopping;
  let kept: RecordedEvent[] = [];
  // `kept` holds the events after `from`, up to `to`.
  let [from, to]: [string | null, string] = [null, ''];
  let running: Promise<void> = Promise.resolve();
  // Pushed events wait until the log is read up to the start of the link.
  let linked: { waiting: RecordedEvent[] | null } | null = null;

  const tell = createThrottle<string>(warnEvery, (reason, times) =>
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
    const dropped = Math.max(0, all.length - keptMaximum);
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

  /** Waits for a notification, or until no events were pushed for a while; pushed events need no read. */
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
        // If events are out of order or too many wait, they are read instead.
        if (linked !== own || position < last || (own.waiting?.length ?? 0) >= keptMaximum) return end();
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
      // Some of the events may have been added meanwhile.
      const fresh = page?.filter(({ position }) => position > to) ?? [];
      if (fresh.length > 0) keep(fresh);
      // A short page is the end of the log, unless there was a notification since.
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
