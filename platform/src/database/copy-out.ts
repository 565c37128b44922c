import type { Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** Parts of a pg connection that its types leave out. */
type CopyConnection = Connection & {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
};

/** A `COPY … TO STDOUT`; give it to a client's `query` and await `done`. */
export type CopyOut = Submittable & { readonly done: Promise<void> };

/** Writes rows to `target` in COPY's text format, as fast as it takes them. `done` rejects as a query would. */
export const copyOut = (text: string, target: Writable): CopyOut => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // What pg calls on the query in hand.
  const query = {
    done: promise,
    submit: (connection: Connection) => (connection as CopyConnection).query(text),
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: CopyConnection) => {
      // The chunk is a view of a buffer that is used again.
      if (target.write(Buffer.from(chunk))) return;
      stream.pause();
      target.once('drain', () => stream.resume());
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  };
  return query;
};
