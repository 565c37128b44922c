import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { freePort } from '@visita/platform/machine/free-port';
import { isAlive, processesIn, signal } from '@visita/platform/postgres/running-process';
import { removeData } from '../support/stack.ts';

export const root = join(import.meta.dirname, '../..');
const polling = { timeout: 60_000, interval: 100 };

/** A running product, however it was started: `npm`, its own process and its database. */
export type Started = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly varDirectory: string;
  output(): string;
  product(): Promise<number>;
  /** PID of the database's main process. */
  postmaster(): Promise<number>;
  ready(): Promise<void>;
  /** Waits until no process is left; at most a minute by default. */
  gone(timeout?: number): Promise<void>;
};

const parentOf = async (pid: number): Promise<number> =>
  Number(/\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1]);

const familyOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = await Promise.all(all.map(async (each) => ((await parentOf(each)) === pid ? [each] : [])));
  return [pid, ...(await Promise.all(children.flat().map(familyOf))).flat()];
};

/** Creates a directory that is removed after the test. */
export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-start-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** Creates a separate checkout: `bin` is copied, the rest linked. */
export const checkoutApart = async (copied: readonly string[] = ['bin']): Promise<string> => {
  const directory = await temporaryDirectory();
  for (const name of await readdir(root)) {
    const [from, to] = [join(root, name), join(directory, name)];
    if (copied.includes(name)) await cp(from, to, { recursive: true });
    else if (name !== 'var' && name !== '.env') await symlink(from, to);
  }
  return directory;
};

type StartOptions = {
  command?: readonly string[];
  directory?: string;
  /** By default the settings' port. */
  port?: number;
  environment?: Readonly<Record<string, string>>;
};

/** Starts the product as a user does, without waiting for it. */
export const start = async ({
  command = ['npm', 'start'],
  directory = root,
  port,
  environment = {},
}: StartOptions = {}): Promise<Started> => {
  const own = port ?? (await freePort());
  const varDirectory = environment['VAR_DIRECTORY'] ?? (await temporaryDirectory());
  const settings = { VAR_DIRECTORY: varDirectory, ...(port === undefined ? { PORT: String(own) } : {}) };
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: directory,
    env: { ...process.env, ...settings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += String(data)));
  const data = join(varDirectory, 'postgres/data');
  let family: number[] = [];
  onTestFinished(async () => {
    for (const pid of family) signal(pid, 'SIGKILL');
    await removeData(varDirectory);
  });
  const isProduct = async (pid: number) => {
    // Node's options precede the file; npm's shell has all in one argument.
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split(
      '\0',
    );
    return program.endsWith('node') && args.some((arg) => arg.endsWith('bin/start.ts'));
  };
  return {
    child,
    port: own,
    varDirectory,
    output: () => text,
    product: async () => {
      const found = await Promise.all(family.map(async (pid) => ((await isProduct(pid)) ? [pid] : [])));
      return found.flat()[0] ?? expect.fail('no product runs');
    },
    postmaster: async () => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    ready: async () => {
      const isReady = () => fetch(`http://127.0.0.1:${own}/api/health/ready`).then(({ ok }) => ok);
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
      const look = async () => {
        if (hasEnded()) throw new Error('it ended before it was ready');
        return isReady().catch(() => false);
      };
      await vi.waitUntil(look, { ...polling, timeout: 240_000 }).catch((error: unknown) => {
        throw new Error(`not ready, and wrote:\n${text}`, { cause: error });
      });
      family = await familyOf(child.pid!);
    },
    gone: async (timeout = polling.timeout) => {
      const left = async () => [...family.filter(isAlive), ...(await processesIn(data))];
      await expect.poll(left, { ...polling, timeout }).toEqual([]);
    },
  };
};

/** Runs a tool in `bin` with only the given environment. */
export const runTool = (
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...environment };
    execFile(process.execPath, [...args], { cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
