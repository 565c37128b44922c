import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyOut } from '@visita/platform/postgres/copy-out';

/**
 * Returns the rows of a `COPY … TO STDOUT`. Not with pg-copy-streams, which must be the socket's only
 * listener, while connections of the pool are watched; it also reports a refusal only after the connection
 * ended.
 */
export const copiedOut = async (client: ClientBase, statement: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await client.query(copyOut(statement, target)).done;
  return Buffer.concat(chunks);
};

/** Sends rows to a `COPY … FROM STDIN`. */
export const copyInto = async (
  client: ClientBase,
  statement: string,
  rows: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<void> => {
  const stream = client.query(copyFrom(statement));
  // A failed stream emits its error again when the connection ends; without a listener that would end the
  // process.
  stream.on('error', () => undefined);
  await pipeline(Readable.from(rows), stream);
};
