import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ageSuffix, type Recode, recoded } from './age.ts';

/** Destination of a backup's files. */
export type Destination = {
  readonly directory: string;
  /** Encrypts every file; null for plain files. */
  readonly seal: Recode | null;
  /** Directory for an additional plain copy of the files; none by default. */
  readonly plainCopy?: string;
};

const openFile = (path: string): Writable =>
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

/**
 * Creates a file that counts and hashes its plain bytes, encrypts if configured, and is synced at the end.
 */
export const createTarget = (name: string, { directory, seal, plainCopy }: Destination) => {
  const copy = plainCopy === undefined ? null : openFile(join(plainCopy, name));
  const hash = createHash('sha256');
  let rows = 0;
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
      if (copy === null) done(null, chunk);
      else copy.write(chunk, (error) => done(error, chunk));
    },
    flush: (done) => (copy === null ? done() : void copy.end(done)),
    destroy: (error, done) => {
      copy?.destroy();
      done(error);
    },
  });
  // A failing copy fails the file.
  copy?.on('error', (error) => counting.destroy(error));
  const write = async (): Promise<void> => {
    const file = join(directory, seal === null ? name : `${name}${ageSuffix}`);
    await pipeline(await recoded(counting, seal), openFile(file));
  };
  const written = write();
  // The promise is awaited at the end; until then a failure must not end the process.
  written.catch(() => undefined);
  return {
    stream: counting,
    finish: async () => {
      await written;
      return { rows, sha256: hash.digest('hex') };
    },
  };
};
