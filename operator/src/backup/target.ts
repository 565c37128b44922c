import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ageSuffix, type Recode, recoded } from './age.ts';

/** Where the files of a backup go. */
export type Destination = {
  readonly directory: string;
  /** Encrypts every file; null where they stay plain. */
  readonly seal: Recode | null;
  /** A directory that gets the same files as they are before they are encrypted; none by default. */
  readonly plainCopy?: string;
};

const openFile = (path: string): Writable =>
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

/** A file that counts and hashes what goes through, and is on the disk, encrypted where told, at the end. */
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
  // A copy that cannot be opened or written fails the file with it.
  copy?.on('error', (error) => counting.destroy(error));
  const write = async (): Promise<void> => {
    const file = join(directory, seal === null ? name : `${name}${ageSuffix}`);
    await pipeline(await recoded(counting, seal), openFile(file));
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
