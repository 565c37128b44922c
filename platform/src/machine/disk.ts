import { statfs } from 'node:fs/promises';

/** Two segments of PostgreSQL's log: below it the next write may be the one that finds no room. */
const least = 32 * 1024 * 1024;

/** Throws where a disk that one of these directories lies on is full, or as good as; one that is not there yet is left out. */
export const requireRoom = async (directories: readonly string[]): Promise<void> => {
  for (const directory of directories) {
    const found = await statfs(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found && found.bavail * found.bsize < least) throw new Error('the disk is full');
  }
};
