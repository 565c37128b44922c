import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Ids of the living processes that work in a directory, as every process of a PostgreSQL does in its data directory. */
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

/** Sends a signal; a process that is gone already is no error. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** Asks until the answer is yes or the time (milliseconds) is up; says which. */
export const waitUntil = async (condition: () => Promise<boolean>, timeout: number): Promise<boolean> => {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await delay(20);
  }
  return condition();
};

/** Whether a process of this id lives, whosever it is. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
