import { type EventData, isEvent } from '@visita/contracts/events';
import type { EventStore } from '../event-store/port.ts';

/** An operation that was done, and when (ISO 8601 instant). */
export type Done = { readonly time: string; readonly data: EventData['OperationPerformed'] };

/** Days that are looked back. */
export const lookBack = 31;
const dayLength = 86_400_000;

/** The stream of an operation: one for each UTC day. */
export const operatorStream = (time: string): string => `operator-${time.slice(0, 10)}`;

/** The last run of each operation in a month; those that were not run are missing. */
export const lastOperations = async (
  store: Pick<EventStore, 'readStream'>,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Done>> => {
  const found = new Map<string, Done>();
  // One day after the other: the last ones mostly have them.
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
