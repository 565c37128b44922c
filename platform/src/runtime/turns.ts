/**
 * Runs work on streams once earlier work on any of them has ended. It spares what runs in one process from conflicts
 * with itself; other processes are kept out by the expected revision of each append alone.
 */
export type Turns = <Result>(streams: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the turns of one process. Work takes its place on all its streams at once, so that none waits in a circle.
 * It must not ask for a turn on one of its own streams.
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
