import type { RecordedEvent } from '@visita/contracts/envelope';
import { pino } from 'pino';
import { createWakeUp } from '../src/event-store/wake-up.ts';
import { createFollowers } from '../src/event-store/follow.ts';
import {
  type AppendResult,
  EventIdReused,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  type StreamAppend,
} from '../src/event-store/port.ts';

/** An in-memory event store for tests. With `transactions` it can append to several streams at once. */
export const createMemoryEventStore = ({ transactions = false } = {}): EventStore => {
  const all: RecordedEvent[] = [];
  const wakeUp = createWakeUp();
  const readAll: EventStore['readAll'] = async (after, limit) =>
    structuredClone(all.slice(Number(after), Number(after) + limit));
  const followers = createFollowers({ readAll, wakeUp, log: pino({ level: 'silent' }) });

  const put = (...[stream, expected, events]: Parameters<EventStore['append']>): AppendResult => {
    const repeated = findRepeated(all, stream, events);
    if (repeated) return repeated;
    const head = all.filter((event) => event.stream === stream).length - 1;
    if (!meets(head, expected)) throw new RevisionConflict(stream, head);
    const recorded = events.map((event, index) => ({
      ...toStored(event),
      stream,
      revision: head + 1 + index,
      position: String(all.length + 1 + index).padStart(16, '0'),
    }));
    all.push(...recorded);
    wakeUp.wake();
    return resultOf(recorded);
  };

  const appendTogether = async (appends: readonly StreamAppend[]): Promise<AppendResult[]> => {
    const before = all.length;
    try {
      return appends.map(({ stream, expected, events }) => put(stream, expected, events));
    } catch (error) {
      all.length = before;
      throw error;
    }
  };

  return {
    append: async (stream, expected, events) => put(stream, expected, events),
    ...(transactions && { appendTogether }),
    readStream: async (stream, fromRevision = 0, maximum = Infinity) => {
      const tail = all.filter((event) => event.stream === stream && event.revision >= fromRevision);
      return structuredClone(tail.slice(0, maximum));
    },
    readAll,
    head: async () => String(all.length).padStart(16, '0'),
    writable: async () => undefined,
    countAfter: async (position) => Math.max(0, all.length - Number(position)),
    subscribe: followers.subscribe,
    close: followers.stop,
  };
};

const findRepeated = (
  all: readonly RecordedEvent[],
  stream: string,
  events: readonly EventToAppend[],
): AppendResult | undefined => {
  const ids = new Set(events.map(({ id }) => id));
  const stored = all.filter(({ id }) => ids.has(id));
  const first = stored[0];
  if (!first && ids.size === events.length) return undefined;
  const same = events.every(({ id }, index) => {
    const found = stored[index];
    return found?.id === id && found.stream === stream && found.revision === (first?.revision ?? 0) + index;
  });
  if (!same) throw new EventIdReused(stream);
  return resultOf(stored);
};

const meets = (head: number, expected: ExpectedRevision): boolean =>
  expected === 'any' || head === (expected === 'no-stream' ? -1 : expected);

const resultOf = (events: readonly RecordedEvent[]): AppendResult => {
  const { revision, position } = events.at(-1) as RecordedEvent;
  return { revision, position };
};

/** Converts through JSON, as a real store would. */
const toStored = ({ id, type, data, metadata, schemaVersion = 1 }: EventToAppend) =>
  JSON.parse(JSON.stringify({ id, type, data, metadata, schemaVersion })) as Required<EventToAppend>;
