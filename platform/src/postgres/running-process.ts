import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the ids of processes whose working directory this is, as for all processes of a PostgreSQL in its data
 * directory.
 */
export const processesIn = async (directory: string): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => []);
  const inside = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ({
        pid: Number(name),
        cwd: await readlink(`/proc/${name}/cwd`).catch(() => undefined),
      })),
  );
  return inside.filter(({ cwd }) => cwd === directory).map(({ pid }) => pid);
};

/** Sends a signal; ignores a process that has ended. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** Polls until the condition holds or `timeout` ms have passed; returns whether it holds. */
export const waitUntil = async (condition: () => Promise<boolean>, timeout: number): Promise<boolean> => {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await delay(20);
  }
  return condition();
};

/** Whether a process with this id exists, of any user. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
