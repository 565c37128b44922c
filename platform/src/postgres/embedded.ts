import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Log } from '../logging/log.ts';
import { connectionSettings } from './connection-settings.ts';
import { preparePlace, type Place } from './embedded-place.ts';
import { claimDirectory } from './owner.ts';
import { freePort } from '../machine/free-port.ts';
import { retry, sleep } from '../async/retry.ts';
import { spawnNative, startPostmaster, stopOrphans, type Postmaster } from './postmaster.ts';

export type EmbeddedPostgres = {
  /** Connection string of database `visita`, including the password: not for logs. */
  readonly url: string;
  /** Fast shutdown; releases the directory. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Data directory; created if missing. */
  directory: string;
  log: Log;
  /** Port on 127.0.0.1; a free one by default. */
  port?: number;
  /** False for throw-away data only: commits do not wait for the disk. */
  durable?: boolean;
  /** Called when the server process has started, before it answers. */
  onSpawn?: () => void;
};

const user = 'visita';

/**
 * Starts the PostgreSQL of the npm package, in about a second, on 127.0.0.1 only, with a password in a file beside
 * the data (0600). A directory has one parent process, also across containers; a second one gets an error. A server
 * that a killed parent left running is stopped cleanly first. A server that dies is restarted on the same port. For
 * root, see `preparePlace`.
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { directory, log } = options;
  const place = await preparePlace(directory);
  const release = await claimDirectory(place.base, place.account);
  try {
    const password = await ensurePassword(place);
    await stopOrphans(place, log);
    await ensureCluster(place, options);
    const first = await startOnFreePort(place, options);
    const address = (name: string) => `postgresql://${user}:${password}@127.0.0.1:${first.port}/${name}`;
    const again = async () => {
      await stopOrphans(place, log);
      return startOn(first.port, place, options);
    };
    const server = supervise(first, again, log);
    await ensureDatabase(address('postgres')).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return {
      url: address(user),
      stop: async () => {
        await server.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
};

const startOnFreePort = (place: Place, options: EmbeddedOptions): Promise<Postmaster> =>
  retry(async () => startOn(options.port ?? (await freePort()), place, options), {
    pause: 0,
    onFailure: (error, attempt) => {
      // Another process may have taken the port in between.
      const taken = error instanceof Error && error.message.includes('could not bind');
      if (options.port !== undefined || !taken || attempt === 5) throw error;
    },
  });

const startOn = (port: number, place: Place, { log, durable = true, onSpawn }: EmbeddedOptions) =>
  startPostmaster(place, { ...settings, port, ...(durable ? {} : volatileSettings) }, { log, onSpawn });

const mebibyte = 2 ** 20;

/** MiB of `shared_buffers`: a sixteenth of the memory, at most PostgreSQL's default. */
export const buffersOf = (memory: number): number =>
  Math.min(128, Math.max(16, Math.floor(memory / 16 / mebibyte)));

/** Memory of the machine in bytes, or of the container if limited. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: `${buffersOf(memoryHere())}MB`,
  max_connections: 100,
  jit: 'off',
  timezone: 'UTC',
  // Statements, parameters and failed rows hold personal data, which must not be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_autovacuum_min_duration: -1,
  log_checkpoints: 'off',
};

/** For a throw-away server that several test workers share. */
const volatileSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 400,
};

const supervise = (first: Postmaster, again: () => Promise<Postmaster>, log: Log) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = first;
  const watch = async (): Promise<void> => {
    for (;;) {
      await server.ended;
      if (signal.aborted) return;
      log.error({}, 'the embedded database ended by itself: starting it again');
      await sleep(100, signal);
      const started = await retry(again, {
        pause: 200,
        longest: 5_000,
        signal,
        onFailure: (error) => log.error({ err: error }, 'the embedded database does not start'),
      }).catch(() => null);
      if (!started) return;
      server = started;
      if (signal.aborted) return server.stop();
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching;
    },
  };
};

const ensurePassword = async ({ base, account }: Place): Promise<string> => {
  const file = join(base, 'password');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (known) return known;
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  if (account) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
  return password;
};

const ensureCluster = async (place: Place, { durable = true }: EmbeddedOptions): Promise<void> => {
  if (await stat(place.data).catch(() => undefined)) return;
  // The cluster is created in another directory and renamed, so that a crash leaves no incomplete
  // cluster.
  const fresh = `${place.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  const locale = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'.split(' ');
  const access = [`--username=${user}`, `--pwfile=${join(place.base, 'password')}`, '--auth=scram-sha-256'];
  const sync = durable ? [] : ['--no-sync'];
  const initdb = await spawnNative(place, 'initdb', [
    '-D',
    fresh,
    '--no-instructions',
    ...access,
    ...locale,
    ...sync,
  ]);
  const output: string[] = [];
  for (const stream of [initdb.stdout, initdb.stderr])
    stream?.on('data', (data) => output.push(String(data)));
  const status = await new Promise((resolve, reject) => initdb.on('error', reject).on('close', resolve));
  if (status !== 0) throw new Error(`initdb failed:\n${output.join('')}`);
  await rename(fresh, place.data);
};

const ensureDatabase = async (url: string): Promise<void> => {
  const client = new Client(connectionSettings({ url }));
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [user]);
    if (found.rowCount === 0) await client.query(`create database ${user}`);
  } finally {
    await client.end();
  }
};
