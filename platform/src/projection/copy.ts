import type { Connection, Submittable } from 'pg';

/** Parts of a pg connection that its types lack; pg-copy-streams depends on them too. */
type CopyConnection = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** A `COPY … FROM STDIN` of rows in memory: pass it to a client's `query` and await `done`. */
export type Copy = Submittable & { readonly done: Promise<void> };

/** Creates the copy; `rows` are in COPY's text format. `done` rejects if the query fails. */
export const copyIn = (text: string, rows: string): Copy => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Callbacks that pg calls on the current query.
  const query = {
    done: promise,
    submit: (connection: Connection) => (connection as CopyConnection).query(text),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(Buffer.from(rows));
      connection.endCopyFrom();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(error),
  };
  return query;
};
