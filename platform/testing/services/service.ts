import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/machine/free-port.ts';

export type Service = {
  /** Such as `nats://127.0.0.1:41234`. */
  readonly url: string;
  /** Description for test titles, without the user. */
  readonly what: string;
  stop(): Promise<void>;
};

export type ServiceKind = {
  /**
   * Part of the names of environment variables: `<NAME>_URL` names a running server;
   * `REQUIRE_<NAME>=1` fails without a real one.
   */
  readonly name: string;
  readonly scheme: string;
  /** Query of the URL, with its question mark; empty by default. */
  readonly query?: string;
  readonly binary: string;
  readonly args: (place: { port: number; directory: string }) => readonly string[];
  readonly image: string;
  readonly containerPort: number;
  readonly containerCommand?: readonly string[];
  /** Node script of a double, for use without a real server. It takes `--port` and exits with its parent. */
  readonly double?: string;
};

/** A server of this kind, or the reason why there is none. */
export type Found = { readonly service: Service } | { readonly missing: string };

const startLimit = 15_000;

/**
 * Finds the server that the environment names; otherwise starts the local binary, a container or a
 * double, in this order.
 */
export const findService = async (
  kind: ServiceKind,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Found> => {
  const url = env[`${kind.name}_URL`];
  if (url) return { service: { url, what: withoutUser(url), stop: async () => {} } };
  if (hasBinary(kind)) return { service: await startBinary(kind) };
  if (await hasContainers()) return { service: await startContainer(kind) };
  const missing = `no ${kind.name}_URL, no ${kind.binary} on the PATH, no container engine`;
  if (env[`REQUIRE_${kind.name}`] === '1') throw new Error(missing);
  return kind.double ? { service: await startDouble(kind, kind.double) } : { missing };
};

/** Returns the server of {@link findService}; throws if there is none. */
export const startService = async (
  kind: ServiceKind,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Service> => {
  const found = await findService(kind, env);
  if ('missing' in found) throw new Error(found.missing);
  return found.service;
};

const withoutUser = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');

/** Whether the binary is installed. */
export const hasBinary = ({ binary }: Pick<ServiceKind, 'binary'>): boolean => pathOf(binary) !== null;

const pathOf = (binary: string): string | null => {
  // Debian installs servers outside an ordinary user's PATH.
  for (const directory of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    const file = join(directory, binary);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return null;
};

type Place = { readonly port?: number; readonly directory?: string };

/** Starts the local binary on its own port and directory; `at` restarts it in the same place. */
export const startBinary = async (kind: ServiceKind, at: Place = {}): Promise<Service> => {
  const { binary, args } = kind;
  const path = pathOf(binary);
  if (!path) throw new Error(`no ${binary} on the PATH`);
  return startProcess(kind, at, {
    what: binary,
    start: (place) => spawn(path, args(place), { stdio: 'ignore' }),
  });
};

const startDouble = (kind: ServiceKind, script: string): Promise<Service> => {
  // The channel closes when this process ends, for any reason.
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  const start = ({ port }: { port: number }) =>
    spawn(process.execPath, [script, '--port', String(port)], { stdio });
  return startProcess(kind, {}, { what: `a double of ${kind.binary} as a process of its own`, start });
};

const startProcess = async (
  { scheme, query = '' }: ServiceKind,
  at: Place,
  { what, start }: { what: string; start: (place: Required<Place>) => ChildProcess },
): Promise<Service> => {
  const directory = at.directory ?? (await mkdtemp(join(tmpdir(), 'visita-service-')));
  const port = at.port ?? (await freePort());
  const child = start({ port, directory });
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  guard(child, at.directory ? [] : [directory]);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
    if (!at.directory) await rm(directory, { recursive: true, force: true });
  };
  const answered = await Promise.race([answers(port), ended.then(() => false)]);
  if (answered) return { url: `${scheme}://127.0.0.1:${port}${query}`, what, stop };
  await stop();
  throw new Error(`${what} did not start`);
};

/**
 * Stops the server and removes its data if this process ends without `stop`: a test file that starts one while it is
 * loaded, with all tests filtered out, runs no hooks. As with PostgreSQL (`postmaster.ts`), the pipe that only this
 * process holds is closed then.
 */
const guard = (server: ChildProcess, data: readonly string[]): void => {
  if (server.pid === undefined) return;
  const script = 'read -r _; kill -KILL "$0"; rm -rf "$@"';
  const watcher = spawn('/bin/sh', ['-c', script, String(server.pid), ...data], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C in a terminal reaches the whole group.
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
};

const answers = async (port: number): Promise<boolean> => {
  const deadline = performance.now() + startLimit;
  while (performance.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return true;
    await delay(20);
  }
  return false;
};

/** Loaded on demand, because loading takes as long as most tests. */
const loadContainers = () => import('testcontainers');

const hasContainers = async (): Promise<boolean> =>
  (await loadContainers()).getContainerRuntimeClient().then(
    () => true,
    () => false,
  );

const startContainer = async ({
  image,
  containerPort,
  containerCommand,
  scheme,
  query = '',
}: ServiceKind): Promise<Service> => {
  const { GenericContainer } = await loadContainers();
  const container = new GenericContainer(image).withExposedPorts(containerPort);
  if (containerCommand) container.withCommand([...containerCommand]);
  const started = await container.start();
  const url = `${scheme}://${started.getHost()}:${started.getMappedPort(containerPort)}${query}`;
  return { url, what: image, stop: async () => void (await started.stop()) };
};
