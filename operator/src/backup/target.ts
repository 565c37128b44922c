import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ageSuffix, type Recode, recoded } from './age.ts';

/** A file that counts and hashes what goes through, and is on the disk, encrypted where told, at the end. */
export const createTarget = (path: string, seal: Recode | null) => {
  const hash = createHash('sha256');
  let rows = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
      done(null, chunk);
    },
  });
  const write = async (): Promise<void> => {
    const name = seal === null ? path : `${path}${ageSuffix}`;
    const source = await recoded(counting, seal);
    await pipeline(source, createWriteStream(name, { flags: 'wx', mode: 0o600, flush: true }));
  };
  const written = write();
  // Awaited at the end; until then a failure must not end the process.
  written.catch(() => undefined);
  return {
    stream: counting,
    finish: async () => {
      await written;
      return { rows, sha256: hash.digest('hex') };
    },
  };
};
