import {
  type AllStreamRecordedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type ReadPosition,
} from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { collect, type EventStoreDBConnection, type Patience, persistently } from './eventstoredb-client.ts';
import { isOurs, toPosition, toRecorded } from './eventstoredb-events.ts';
import { beginning, type EventStore, UnexpectedAnswer } from './port.ts';

/** Page sizes. A short page may hold only the server's own events. */
const [fewest, smallestPage, pageSize] = [4, 64, 500];

/**
 * Maximum number of events that `countAfter` reads: positions do not tell the number of events
 * between them.
 */
const countLimit = 5_000;

type Page = { readonly events: readonly AllStreamRecordedEvent[]; readonly last: boolean };

/**
 * Reads the log of this product's streams. Other streams may be large (statistics, by default), so the position up to
 * which nothing was found is kept: followers ask for the same position repeatedly.
 */
export const createEventStoreDBLog = (
  connection: EventStoreDBConnection,
  patience: Patience,
  prefix: string,
): Pick<EventStore, 'readAll' | 'head' | 'writable' | 'countAfter'> => {
  const { credentials } = connection;
  const inVain = new LRUCache<string, bigint>({ max: 1_000 });

  const page = (direction: typeof FORWARDS | typeof BACKWARDS, from: ReadPosition, count: number) =>
    persistently('reading all events', patience, async (): Promise<Page> => {
      const options = { direction, fromPosition: from, maxCount: count, credentials };
      const answer = await collect(connection, (client) => client.readAll(options), patience.call);
      return {
        events: ordered(
          answer.flatMap(({ event }) => event ?? []),
          direction,
        ),
        last: answer.length < count,
      };
    });

  const readAll: EventStore['readAll'] = async (after, limit) => {
    const found: RecordedEvent[] = [];
    const start = inVain.get(after) ?? BigInt(after);
    let seen = start;
    for (let last = false; !last && found.length < limit;) {
      // A forward read includes the event at the position itself.
      const count = Math.min(Math.max(limit - found.length + 1, smallestPage), pageSize);
      const answer = await page(FORWARDS, at(seen), count);
      const fresh = answer.events.filter(({ position }) => position.commit > seen);
      if (!answer.last && fresh.length === 0) throw new UnexpectedAnswer('a page brings nothing new');
      found.push(...fresh.filter((event) => isOurs(event, prefix)).map((event) => toRecorded(event, prefix)));
      seen = fresh.at(-1)?.position.commit ?? seen;
      last = answer.last;
    }
    if (found.length === 0 && seen > start) inVain.set(after, seen);
    return found.slice(0, limit);
  };

  const head: EventStore['head'] = async () => {
    let from: ReadPosition = END;
    // `head` is called once for many reads; nearly always the result is one of the last two events.
    for (let count = fewest; ; count = Math.min(count * 8, pageSize)) {
      const { events, last }: Page = await page(BACKWARDS, from, count);
      const found = events.find((event) => isOurs(event, prefix));
      if (found) return toPosition(found.position.commit);
      const oldest = events.at(-1);
      if (last || !oldest) return beginning;
      from = oldest.position;
    }
  };

  // Every node can be read, but only a leader answers this request. Without a quorum there is no
  // leader after a few seconds.
  const writable: EventStore['writable'] = () =>
    persistently('asking for a leader', patience, async () => {
      const asked = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
      await collect(connection, (client) => client.readAll({ ...asked, credentials }), patience.call);
    });

  return {
    readAll,
    head,
    writable,
    countAfter: async (position) => (await readAll(position, countLimit)).length,
  };
};

const at = (position: bigint): ReadPosition =>
  position === 0n ? START : { commit: position, prepare: position };

/**
 * Removes an event that is repeated directly. Throws if events are in any other wrong order, which
 * would lose events silently.
 */
const ordered = (
  events: readonly AllStreamRecordedEvent[],
  direction: typeof FORWARDS | typeof BACKWARDS,
): readonly AllStreamRecordedEvent[] => {
  const kept: AllStreamRecordedEvent[] = [];
  for (const event of events) {
    const before = kept.at(-1);
    if (before && before.position.commit === event.position.commit && before.id === event.id) continue;
    const step = before ? event.position.commit - before.position.commit : 0n;
    if (before && (direction === FORWARDS ? step <= 0n : step >= 0n))
      throw new UnexpectedAnswer('the log came in a wrong order');
    kept.push(event);
  }
  return kept;
};
