/**
 * Runs work on streams after earlier work on any of them has ended. Avoids conflicts within one process; conflicts
 * with other processes are detected by the expected revision of each append.
 */
export type Turns = <Result>(streams: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the turns of one process. Work queues on all its streams at once, which prevents deadlocks. It must not
 * wait for another turn on its own streams.
 */
export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (streams, work) => {
    const before = streams.flatMap((stream) => last.get(stream) ?? []);
    const result = Promise.all(before).then(work);
    const ended = result.catch(() => undefined);
    for (const stream of streams) last.set(stream, ended);
    try {
      return await result;
    } finally {
      for (const stream of streams) if (last.get(stream) === ended) last.delete(stream);
    }
  };
};
