import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@visita/platform/machine/free-port';
import { processesIn, signal, waitUntil } from '@visita/platform/postgres/running-process';

/** Location of a product's data, as in its environment; by default the embedded database. */
export type Place = { readonly VAR_DIRECTORY: string; readonly DATABASE_URL?: string };

/** A running product: the real default composition with its own data. */
export type Stack = {
  /** Such as `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly varDirectory: string;
  /** For tests that access its data directly. */
  readonly place: Place;
  readonly process: ChildProcess;
  /** Output so far, for messages of failing tests. */
  output(): string;
  /** Stops it as Ctrl-C does, and removes its data. */
  stop(): Promise<void>;
};

const readyLine = /Visita is ready at (https?:\/\/\S+)/;
const startLimit = 300_000;
const stopLimit = 20_000;
const root = join(import.meta.dirname, '../..');

/** Waits for the line with the address; fails with all output if the process ends or prints none. */
const addressOf = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => () => reject(new Error(`${reason}\n${output()}`));
    const timer = setTimeout(fail('the product did not become ready'), startLimit);
    child.once('exit', fail('the product ended before it was ready'));
    child.once('error', reject);
    const look = () => {
      const address = readyLine.exec(output())?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      child.stdout?.off('data', look);
      resolve(address);
    };
    child.stdout?.on('data', look);
  });

/** Stops a process as Ctrl-C does, by force after a timeout. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await exited;
  clearTimeout(timer);
};

/** Stops a database that outlived its killed product: all processes in its directory. */
const endDatabase = async (directory: string): Promise<void> => {
  const data = join(directory, 'data');
  for (const pid of await processesIn(data)) signal(pid, 'SIGINT');
  await waitUntil(async () => (await processesIn(data)).length === 0, stopLimit);
};

/** Removes a stopped product's data; as root its database may be elsewhere, behind a link. */
export const removeData = async (varDirectory: string): Promise<void> => {
  const database = await realpath(join(varDirectory, 'postgres')).catch(() => null);
  if (database) await endDatabase(database);
  for (const directory of [varDirectory, database]) {
    if (directory) await rm(directory, { recursive: true, force: true });
  }
};

/** Starts the product on a free port, without waiting until it is ready. */
export const launch = async (varDirectory: string, environment: Readonly<Record<string, string>> = {}) => {
  const port = await freePort();
  const child = spawn(process.execPath, ['bin/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      VAR_DIRECTORY: varDirectory,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'info',
      ENV_FILE: devNull,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { process: child, port, output: () => text };
};

/** Starts the default stack on a free port with its own data directory. The web must be built. */
export const startStack = async (environment: Readonly<Record<string, string>> = {}): Promise<Stack> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(environment);
    } catch (error) {
      // Another test may have taken the port in the meantime.
      const wasTaken = error instanceof Error && /Port \d+ is taken/.test(error.message);
      if (!wasTaken || environment['PORT'] || attempt === 3) throw error;
    }
  }
};

const startOnce = async (environment: Readonly<Record<string, string>>): Promise<Stack> => {
  const varDirectory = environment['VAR_DIRECTORY'] ?? (await mkdtemp(join(tmpdir(), 'visita-')));
  const { process: child, port, output } = await launch(varDirectory, environment);
  const { DATABASE_URL } = environment;
  const place = { VAR_DIRECTORY: varDirectory, ...(DATABASE_URL ? { DATABASE_URL } : {}) };
  const stop = async () => {
    await endProcess(child);
    if (!environment['VAR_DIRECTORY']) await removeData(varDirectory);
  };
  try {
    const named = await addressOf(child, output);
    // A public origin belongs to a proxy, which tests don't have.
    const address = environment['PUBLIC_ORIGIN'] ? `http://127.0.0.1:${port}` : named;
    return { address, varDirectory, place, process: child, output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
