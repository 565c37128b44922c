import { finished, type Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** Parts of a pg connection that its types lack. */
type CopyConnection = Connection & {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
};

/** A `COPY … TO STDOUT`: pass it to a client's `query` and await `done`. */
export type CopyOut = Submittable & { readonly done: Promise<void> };

/**
 * Writes rows to `target` in COPY's text format, with backpressure. `done` rejects if the query or the target fails;
 * remaining rows are then discarded.
 */
export const copyOut = (text: string, target: Writable): CopyOut => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let paused: CopyConnection['stream'] | null = null;
  const goOn = () => {
    paused?.resume();
    paused = null;
  };
  // A failed target never drains.
  finished(target, { readable: false }, (error) => {
    if (error) reject(error);
    goOn();
  });
  // Callbacks that pg calls on the current query.
  const query = {
    done: promise,
    submit: (connection: Connection) => (connection as CopyConnection).query(text),
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: CopyConnection) => {
      if (target.destroyed) return;
      // The chunk is a view of a buffer that pg reuses.
      const takesMore = target.write(Buffer.from(chunk));
      // Data received before the pause still arrives.
      if (takesMore || paused) return;
      paused = stream;
      stream.pause();
      target.once('drain', goOn);
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  };
  return query;
};
