import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../logging/log.ts';
import type { Place } from './embedded-place.ts';
import { leaveMark, livingMarks } from './owner.ts';
import { isAlive, processesIn, signal, waitUntil } from './running-process.ts';

export type Postmaster = {
  readonly port: number;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>;
};

const patience = 30_000;
const othersPatience = 10_000;

/**
 * Runs a PostgreSQL program as the account of the place, without this process's environment. A mark in the place
 * lives as long as the program and its children.
 */
export const spawnNative = async (
  { native, base, account }: Place,
  program: string,
  args: readonly string[],
): Promise<ChildProcess> => {
  const mark = process.platform === 'win32' ? undefined : await leaveMark(base, 'server', account);
  const child = spawn(join(native, 'bin', program), args, {
    ...account,
    cwd: base,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', mark?.fd ?? 'ignore'],
    // Ctrl-C in a terminal signals the whole process group, but the database must outlive this process.
    detached: true,
  });
  // The child has inherited the descriptor. Awaiting `close` would miss the child's first output.
  void mark?.close();
  return child;
};

/** Starts the server on a prepared data directory. Throws its last output if it does not start. */
export const startPostmaster = async (
  place: Place,
  settings: Readonly<Record<string, string | number>>,
  { log, onSpawn }: { log: Log; onSpawn?: (() => void) | undefined },
): Promise<Postmaster> => {
  const port = Number(settings['port']);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await spawnNative(place, 'postgres', ['-D', place.data, ...flags]);
  const ended = once(child, 'close').then(() => undefined);
  guard(child, place, ended);
  onSpawn?.();
  await ready(child, ended, log);
  return {
    port,
    ended,
    stop: async () => {
      child.kill('SIGINT');
      const forced = setTimeout(() => child.kill('SIGQUIT'), patience);
      await ended;
      clearTimeout(forced);
    },
  };
};

/**
 * Stops the server when this process ends for any reason: the guard notices that the pipe, which
 * only this process holds, is closed. If the shutdown takes too long, the server is killed and
 * recovers at its next start.
 */
const guard = (server: ChildProcess, { account }: Place, ended: Promise<void>): void => {
  if (process.platform === 'win32' || server.pid === undefined) return;
  const shutdown =
    'kill -INT "$0" 2>/dev/null; for i in 1 2 3 4 5 6; do kill -0 "$0" 2>/dev/null || exit; sleep 1; done';
  const watcher = spawn('/bin/sh', ['-c', `read -r _; ${shutdown}; kill -QUIT "$0"`, String(server.pid)], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal signals the whole process group.
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  void ended.then(() => watcher.kill('SIGKILL'));
};

const ready = (child: ChildProcess, ended: Promise<void>, log: Log): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines: string[] = [];
    child.on('error', reject);
    createInterface({ input: child.stderr! }).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (line.includes('database system is ready to accept connections')) resolve();
      // A smart shutdown waits for our own connections and accepts no new ones.
      if (line.includes('received smart shutdown request')) child.kill('SIGINT');
      log[/ (WARNING|FATAL|PANIC): /.test(line) ? 'warn' : 'debug']({}, `postgres: ${line}`);
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)));
  });

/**
 * Stops everything that a killed parent left running on a data directory, cleanly if possible, and removes a stale
 * pid file. Throws if a process cannot be stopped from here, as in another container. Only for the owner of the
 * directory.
 */
export const stopOrphans = async ({ base, data }: Place, log: Log): Promise<void> => {
  const pidFile = join(data, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (pid) await (process.platform === 'linux' ? stopInside(data, pid, log) : stopByPid(pid));
  if (process.platform !== 'win32') await waitForOthers(base, log);
  // The pid may now belong to another process, which PostgreSQL would take for a running server.
  if (pid && process.platform === 'linux') await rm(pidFile, { force: true });
};

/**
 * Without /proc a postmaster cannot be found by its working directory; PostgreSQL's own check of the pid file
 * remains.
 */
const stopByPid = async (pid: number): Promise<void> => {
  if (isAlive(pid)) signal(pid, 'SIGINT');
  await waitUntil(async () => !isAlive(pid), patience);
};

const stopInside = async (data: string, pid: number, log: Log): Promise<void> => {
  const none = async () => (await processesIn(data)).length === 0;
  const left = await processesIn(data);
  if (left.includes(pid)) {
    log.info({ pid }, 'stopping the database that an earlier process left running');
    signal(pid, 'SIGINT');
  }
  // The children of a killed postmaster notice its end and stop.
  if (!(await waitUntil(none, patience))) {
    for (const straggler of await processesIn(data)) signal(straggler, 'SIGQUIT');
    if (!(await waitUntil(none, patience))) throw new Error(`The database in ${data} does not stop`);
  }
};

/** Waits for PostgreSQL programs in other containers, and for those that create a new database. */
const waitForOthers = async (base: string, log: Log): Promise<void> => {
  const running = () => livingMarks(base, 'server');
  if ((await running()).size === 0) return;
  log.info({}, 'waiting for the database that an earlier process left running');
  if (await waitUntil(async () => (await running()).size === 0, othersPatience)) return;
  const [starter] = (await running()).values();
  if (starter === undefined) return;
  throw new Error(
    `${base} is still in use by a PostgreSQL that was started by ${starter}. It cannot be stopped from here: ` +
      `stop the container or the machine's process that holds it, then start again`,
  );
};
