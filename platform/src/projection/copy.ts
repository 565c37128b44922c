import type { Connection, Submittable } from 'pg';

/** Parts of a pg connection that its types leave out; pg-copy-streams stands on them too. */
type CopyConnection = Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** A `COPY … FROM STDIN` of rows that are in memory; give it to a client's `query` and await `done`. */
export type Copy = Submittable & { readonly done: Promise<void> };

/** Rows are in COPY's text format. `done` rejects as a query would. */
export const copyIn = (text: string, rows: string): Copy => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // What pg calls on the query in hand.
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
