import { statfs } from 'node:fs/promises';

/** Two WAL segments of PostgreSQL: with less, the next write may fail. */
const minimumFree = 32 * 1024 * 1024;

/** Throws if the disk of one of these directories is (almost) full. Missing directories are ignored. */
export const requireDiskSpace = async (directories: readonly string[]): Promise<void> => {
  for (const directory of directories) {
    const found = await statfs(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found && found.bavail * found.bsize < minimumFree) throw new Error('the disk is full');
  }
};
