import { type EventData, isEvent } from '@visita/contracts/events';
import type { EventStore } from '../event-store/port.ts';

/** An operation with its time (ISO 8601 instant). */
export type Done = { readonly time: string; readonly data: EventData['OperationPerformed'] };

/** Days searched. */
export const lookBack = 31;
const dayLength = 86_400_000;

/** Returns the stream of operations of a UTC day. */
export const operatorStream = (time: string): string => `operator-${time.slice(0, 10)}`;

/** Returns the latest run of each operation within a month; operations without a run are missing. */
export const lastOperations = async (
  store: Pick<EventStore, 'readStream'>,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Done>> => {
  const found = new Map<string, Done>();
  // Reads day by day, because recent days mostly contain all operations.
  for (let back = 0; back < lookBack && found.size < names.length; back += 1) {
    const day = new Date(now.getTime() - back * dayLength).toISOString();
    const done = (await store.readStream(operatorStream(day)))
      .filter((event) => isEvent(event, 'OperationPerformed'))
      .map(({ data, metadata }): Done => ({ data, time: metadata.time }))
      .toSorted((one, other) => other.time.localeCompare(one.time));
    for (const name of names.filter((one) => !found.has(one))) {
      const last = done.find(({ data }) => data.operation === name);
      if (last) found.set(name, last);
    }
  }
  return found;
};
