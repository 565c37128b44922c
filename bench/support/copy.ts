import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyOut } from '@visita/platform/postgres/copy-out';

/**
 * The rows that a `COPY … TO STDOUT` gives. Not by pg-copy-streams: it takes over the socket, must be its only
 * listener, and the pools' connections are watched; refused, it says so after the connection ended, when nobody hears it.
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

/** Gives a `COPY … FROM STDIN` its rows. */
export const copyInto = async (
  client: ClientBase,
  statement: string,
  rows: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): Promise<void> => {
  const stream = client.query(copyFrom(statement));
  // A stream that failed says it again when its connection ends: without a listener that ends the process.
  stream.on('error', () => undefined);
  await pipeline(Readable.from(rows), stream);
};
