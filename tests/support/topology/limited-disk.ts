import { execFile } from 'node:child_process';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** In-memory file system of a fixed size. */
export type LimitedDisk = {
  readonly directory: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts a file system on a directory; throws if not permitted, which takes root and not every container. */
export const mountDisk = async (
  directory: string,
  megabytes: number,
): Promise<{ disk: LimitedDisk } | { missing: string }> => {
  await mkdir(directory, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'visita-faults', directory]);
  } catch (error) {
    return { missing: `cannot mount a file system: ${String(error).split('\n')[0]}` };
  }
  const filler = join(directory, 'filler');
  const fill = async (): Promise<void> => {
    const file = await open(filler, 'a');
    try {
      for (let size = 16_777_216; size >= 1; size = Math.floor(size / 2)) {
        const block = Buffer.alloc(size);
        for (;;) {
          const written = await file.write(block).then(
            ({ bytesWritten }) => bytesWritten,
            () => 0,
          );
          if (written < size) break;
        }
      }
    } finally {
      await file.close();
    }
  };
  await chmod(directory, 0o711);
  return {
    disk: {
      directory,
      fill,
      free: () => rm(filler, { force: true }),
      remove: async () => {
        await run('umount', ['-l', directory]);
      },
    },
  };
};
