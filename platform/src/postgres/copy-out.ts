import { finished, type Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** Parts of a pg connection that its types leave out. */
type CopyConnection = Connection & {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
};

/** A `COPY … TO STDOUT`; give it to a client's `query` and await `done`. */
export type CopyOut = Submittable & { readonly done: Promise<void> };

/**
 * Writes rows to `target` in COPY's text format, as fast as it takes them. `done` rejects as a query would, and where
 * the target fails; the connection then passes over the rows that still come.
 */
export const copyOut = (text: string, target: Writable): CopyOut => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let paused: CopyConnection['stream'] | null = null;
  const goOn = () => {
    paused?.resume();
    paused = null;
  };
  // One that failed never says that it takes more.
  finished(target, { readable: false }, (error) => {
    if (error) reject(error);
    goOn();
  });
  // What pg calls on the query in hand.
  const query = {
    done: promise,
    submit: (connection: Connection) => (connection as CopyConnection).query(text),
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: CopyConnection) => {
      if (target.destroyed) return;
      // The chunk is a view of a buffer that is used again.
      const takesMore = target.write(Buffer.from(chunk));
      // What was received before the pause still comes.
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
