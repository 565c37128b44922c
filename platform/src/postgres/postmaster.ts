import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../core/log.ts';
import type { Place } from './embedded-place.ts';
import { leaveMark, livingMarks } from './owner.ts';
import { isAlive, processesIn, signal, waitUntil } from './running-process.ts';

/** A running PostgreSQL server. */
export type Postmaster = {
  readonly port: number;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>;
};

const patience = 30_000;
const othersPatience = 10_000;

/**
 * Runs one of PostgreSQL's programs as the user of the place, with none of this process's environment. A mark in the
 * place lives as long as the program or any process that it started.
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
    // Ctrl-C in a terminal reaches the whole group, and we are not done with the database by then.
    detached: true,
  });
  // The program has it now. Waiting here would miss what the child tells first.
  void mark?.close();
  return child;
};

/** Starts the server on a prepared data directory; throws its last words where it does not come up. */
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
 * Ends the server when this process is gone, however it went: the pipe that only this process holds is then at its end.
 * What is not shut down in time is stopped at once and recovers at the next start.
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
    // Ctrl-C in a terminal reaches the whole group.
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
      // It would wait for our own connections to end, taking no new ones.
      if (line.includes('received smart shutdown request')) child.kill('SIGINT');
      log[/ (WARNING|FATAL|PANIC): /.test(line) ? 'warn' : 'debug']({}, `postgres: ${line}`);
    });
    void ended.then(() => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)));
  });

/**
 * Ends whatever a killed parent left running on a data directory, cleanly where possible, and removes a stale pid file.
 * Throws where something runs that cannot be ended from here, as in another container. To be called by the directory's
 * owner only.
 */
export const stopOrphans = async ({ base, data }: Place, log: Log): Promise<void> => {
  const pidFile = join(data, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (pid) await (process.platform === 'linux' ? stopInside(data, pid, log) : stopByPid(pid));
  if (process.platform !== 'win32') await waitForOthers(base, log);
  // Its pid may belong to another process by now, which PostgreSQL would take for a running server.
  if (pid && process.platform === 'linux') await rm(pidFile, { force: true });
};

/** No /proc to tell a postmaster by its working directory: PostgreSQL's own check of the pid file must do. */
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
  // Where the postmaster itself was killed its children notice by themselves.
  if (!(await waitUntil(none, patience))) {
    for (const straggler of await processesIn(data)) signal(straggler, 'SIGQUIT');
    if (!(await waitUntil(none, patience))) throw new Error(`The database in ${data} does not stop`);
  }
};

/** Programs of PostgreSQL that are not seen from this container, or that make a new database. */
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
