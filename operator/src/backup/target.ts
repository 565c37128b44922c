import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

/** A file that counts and hashes what goes through, and is on the disk at the end. */
export const createTarget = (path: string) => {
  const hash = createHash('sha256');
  let rows = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
      done(null, chunk);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(counting, file);
  // Awaited at the end; until then a failure must not end the process.
  written.catch(() => undefined);
  return {
    stream: counting,
    finish: async () => {
      await Promise.all([written, finished(file)]);
      return { rows, sha256: hash.digest('hex') };
    },
  };
};
