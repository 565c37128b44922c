import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BackupStorage, nullIf, timeOf } from './storage.ts';

const noneIfMissing = (error: unknown): [] => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
};

/** Opens a local or mounted directory for backups. */
export const openFolder = (given: string): BackupStorage => {
  const directory = resolve(given);
  return {
    place: directory,
    list: async () => {
      // The first backup creates the directory; listing creates nothing.
      const entries = await readdir(directory, { withFileTypes: true }).catch(noneIfMissing);
      const names = entries.filter((entry) => entry.isDirectory() && timeOf(entry.name) !== null);
      return new Map(
        await Promise.all(
          names.map(
            async ({ name }) => [name, await readdir(join(directory, name)).catch(nullIf('EACCES'))] as const,
          ),
        ),
      );
    },
    put: async (backup, file, from) => {
      await mkdir(join(directory, backup), { recursive: true, mode: 0o700 });
      const to = createWriteStream(join(directory, backup, file), { mode: 0o600, flush: true });
      await pipeline(createReadStream(from), to);
    },
    read: async (backup, file) => createReadStream(join(directory, backup, file)),
    remove: async (backup, files) => {
      for (const file of files) await rm(join(directory, backup, file));
      await rmdir(join(directory, backup));
    },
    close: async () => undefined,
  };
};
