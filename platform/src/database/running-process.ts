import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * What tells a process from a later one of the same id: boot and start time, letters and digits only. Undefined where
 * no such process lives; a zombie does not.
 */
export const identityOf = async (pid: number): Promise<string | undefined> => {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (!exists(pid)) return undefined;
  if (process.platform === 'win32') return 'alive';
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.replaceAll(/[^A-Za-z0-9]/g, '') || undefined;
};

const linuxIdentity = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field, the command, may hold spaces and parentheses: count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.slice(0, 8)}x${fields[19]}`;
};

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

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
