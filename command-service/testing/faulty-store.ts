import type { EventStore } from '@visita/platform/event-store/port';

/** The process crashed, or its connection to the store was lost. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/**
 * Fault at the nth append: the append does not reach the store, or its answer is lost. `crash`
 * makes all later operations of the process fail too, `lose` only this one.
 */
export type Fault = {
  readonly nth: number;
  readonly when: 'before' | 'after';
  readonly how: 'crash' | 'lose';
};

export const faultyStore = (store: EventStore, fault: Fault | null): EventStore => {
  let appends = 0;
  let dead = false;
  const alive = (): void => {
    if (dead) throw new ConnectionLost('the process is dead');
  };
  const appending = async <Result>(append: () => Promise<Result>): Promise<Result> => {
    alive();
    const struck = fault !== null && (appends += 1) === fault.nth;
    if (struck && fault.how === 'crash') dead = true;
    if (struck && fault.when === 'before') throw new ConnectionLost('not appended');
    const result = await append();
    if (struck) throw new ConnectionLost('appended, but the answer was lost');
    return result;
  };
  const { appendTogether: together } = store;
  return {
    ...store,
    readStream: async (stream, fromRevision) => {
      alive();
      return store.readStream(stream, fromRevision);
    },
    append: async (...asked) => appending(() => store.append(...asked)),
    ...(together && { appendTogether: async (appends) => appending(() => together(appends)) }),
  };
};

/** Wraps an event store; operations wait for their turn from the test's scheduler. */
export const takingTurns = (store: EventStore, turn: () => Promise<unknown>): EventStore => {
  const { appendTogether: together } = store;
  return {
    ...store,
    readStream: async (stream, fromRevision) => {
      await turn();
      return store.readStream(stream, fromRevision);
    },
    append: async (stream, expected, events) => {
      await turn();
      return store.append(stream, expected, events);
    },
    ...(together && {
      appendTogether: async (appends) => {
        await turn();
        return together(appends);
      },
    }),
  };
};
