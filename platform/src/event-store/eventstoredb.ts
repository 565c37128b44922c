import {
  BACKWARDS,
  END,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Log } from '../logging/log.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { untraced } from '../telemetry/tracer.ts';
import { within } from '../async/within.ts';
import { createWakeUp } from './wake-up.ts';
import { listenForEvents } from './eventstoredb-listen.ts';
import {
  collect,
  connectEventStoreDB,
  isSilence,
  type Patience,
  persistently,
} from './eventstoredb-client.ts';
import { toEventData, toPosition, toRecorded } from './eventstoredb-events.ts';
import { createEventStoreDBLog } from './eventstoredb-log.ts';
import { createFollowers } from './follow.ts';
import {
  type AppendResult,
  EventIdReused,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  UnexpectedAnswer,
} from './port.ts';

export type EventStoreDBOptions = {
  /** A connection string, such as `esdb://user:password@host:2113`. */
  url: string;
  log: Log;
  /** Prefix of this product's stream names on the server; empty by default. */
  prefix?: string;
  /** Timeouts and retries; three attempts of 3 s by default. */
  patience?: Patience;
} & Partial<Telemetry>;

const usualPatience: Patience = { call: 3_000, tries: 3, pause: 100 };
/**
 * Maximum number of attempts of an append with any expected revision, if others append meanwhile.
 */
const races = 50;
const pageSize = 500;

/** Milliseconds after the client's deadline, because the client loses some answers. */
const grace = 500;

type Events = readonly EventToAppend[];

/**
 * Creates the event store on EventStoreDB. An append without answer is repeated with the same ids and expected
 * revision, which the server recognises as a repeat. Appends use their own client, because closing a client's
 * connection ends all its calls.
 */
export const createEventStoreDBEventStore = (options: EventStoreDBOptions): EventStore => {
  const { url, log, prefix = '', patience = usualPatience, metrics = noMetrics, tracer = untraced } = options;
  const [writing, reading] = [connectEventStoreDB(url), connectEventStoreDB(url, { follower: true })];
  const wakeUp = createWakeUp();
  let stopListening: (() => Promise<void>) | undefined;
  const { readAll, head, writable, countAfter } = createEventStoreDBLog(reading, patience, prefix);
  const followers = createFollowers({ readAll, wakeUp, log });

  /** Reads up to `count` events of a stream from a revision on. */
  const read = (stream: string, from: number, count: number): Promise<RecordedEvent[]> =>
    persistently(`reading ${stream}`, patience, async () => {
      const { credentials } = reading;
      const asked = { fromRevision: BigInt(from), credentials, maxCount: count };
      const answer = await collect(
        reading,
        (client) => client.readStream(prefix + stream, asked),
        patience.call,
      ).catch(noStream);
      return consecutive(
        stream,
        from,
        answer.flatMap(({ event }) => (event ? toRecorded(event, prefix) : [])),
      );
    });

  /** Reads in pages, because a long stream would exceed the timeout of one call. */
  const readTail = async (stream: string, from: number, maximum: number): Promise<RecordedEvent[]> => {
    const all: RecordedEvent[] = [];
    for (;;) {
      const size = Math.min(pageSize, maximum - all.length);
      const page = await read(stream, from + all.length, size);
      for (const event of page) all.push(event);
      if (page.length < size || all.length >= maximum) return all;
    }
  };

  const lastRevision = (stream: string): Promise<number> =>
    persistently(`reading ${stream}`, patience, async () => {
      const { credentials } = reading;
      const asked = { direction: BACKWARDS, fromRevision: END, maxCount: 1, credentials } as const;
      const [last] = await collect(
        reading,
        (client) => client.readStream(prefix + stream, asked),
        patience.call,
      ).catch(noStream);
      return Number(last?.event?.revision ?? -1n);
    });

  /** Returns the result of an earlier attempt, if the stream already holds exactly these events. */
  const stored = async (stream: string, expected: number, events: Events): Promise<AppendResult | null> => {
    const found = await read(stream, expected + 1, events.length);
    const same = found.length === events.length && events.every(({ id }, index) => found[index]?.id === id);
    const last = found.at(-1);
    if (same && last) return { revision: last.revision, position: last.position };
    const ids = new Set(events.map(({ id }) => id));
    if (found.some(({ id }) => ids.has(id))) throw new EventIdReused(stream);
    return null;
  };

  const write = async (stream: string, expected: number, events: Events): Promise<AppendResult> => {
    const leave = writing.suspect();
    const asked = writing.client.appendToStream(prefix + stream, events.map(toEventData), {
      expectedRevision: expected === -1 ? NO_STREAM : BigInt(expected),
      credentials: writing.credentials,
      deadline: patience.call,
    });
    const answer = await within(patience.call + grace, asked, `an append to ${stream}`).catch(
      (error: unknown) => {
        if (isSilence(error)) leave();
        throw error;
      },
    );
    const revision = expected + events.length;
    const sound = Number(answer.nextExpectedRevision) === revision;
    if (sound && answer.position) return { revision, position: toPosition(answer.position.commit) };
    const found = await stored(stream, expected, events);
    if (!found) throw new UnexpectedAnswer(`an append to ${stream} was acknowledged, but is not there`);
    return found;
  };

  const appendAt = async (stream: string, expected: number, events: Events): Promise<AppendResult> => {
    try {
      return await persistently(`an append to ${stream}`, patience, () => write(stream, expected, events));
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      const found = await stored(stream, expected, events);
      if (found) return found;
      throw new RevisionConflict(
        stream,
        error.actualVersion === NO_STREAM ? -1 : Number(error.actualVersion),
      );
    }
  };

  const appendAnywhere = async (stream: string, events: Events): Promise<AppendResult> => {
    for (let race = 1; ; race += 1) {
      try {
        return await appendAt(stream, await lastRevision(stream), events);
      } catch (error) {
        if (!(error instanceof RevisionConflict) || race === races) throw error;
      }
    }
  };

  return {
    append: async (stream, expected, events) => {
      if (new Set(events.map(({ id }) => id)).size < events.length) throw new EventIdReused(stream);
      const counts = { appends: 1, events: events.length };
      const started = performance.now();
      const from = events.map(({ metadata }) => metadata.traceparent);
      const result = await tracer.span('append', { attributes: counts, from, kind: 'client' }, () =>
        expected === 'any' ? appendAnywhere(stream, events) : appendAt(stream, revisionOf(expected), events),
      );
      metrics.flushed({ ...counts, seconds: (performance.now() - started) / 1_000 });
      return result;
    },
    readStream: (stream, fromRevision = 0, maximum = Infinity) => readTail(stream, fromRevision, maximum),
    readAll,
    head,
    writable,
    countAfter,
    followed: followers.followed,
    subscribe: (asked) => {
      stopListening ??= listenForEvents(reading, { link: followers.link, log, prefix });
      return followers.subscribe(asked);
    },
    close: async () => {
      await followers.stop();
      await stopListening?.();
      stopListening = undefined;
      await Promise.all([writing.close(), reading.close()]);
    },
  };
};

const revisionOf = (expected: Exclude<ExpectedRevision, 'any'>): number =>
  expected === 'no-stream' ? -1 : expected;

const noStream = (error: unknown): [] => {
  if (error instanceof StreamNotFoundError) return [];
  throw error;
};

/**
 * Removes a revision that is repeated directly. Throws if revisions are in any other wrong order,
 * which would lose events silently.
 */
const consecutive = (stream: string, from: number, events: readonly RecordedEvent[]): RecordedEvent[] => {
  const kept: RecordedEvent[] = [];
  for (const event of events) {
    if (event.id === kept.at(-1)?.id) continue;
    if (event.revision !== from + kept.length || event.stream !== stream)
      throw new UnexpectedAnswer(`${stream} came in a wrong order`);
    kept.push(event);
  }
  return kept;
};
