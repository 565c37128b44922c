import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');
const shiftedClock = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;
const startLimit = 300_000;
const stopLimit = 40_000;

/** Process of the topology that can be killed, stopped and restarted. */
export type Replica = {
  readonly name: string;
  readonly url: string;
  /** `clock` shifts its time by milliseconds. */
  start(options?: { clock?: number }): Promise<void>;
  /** Stops it as an operator does; returns the exit code. */
  stop(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  alive(): boolean;
  /** Undefined if it is not running. */
  pid(): number | undefined;
  output(): string;
};

export type ReplicaOptions = {
  name: string;
  /** Path from the root of the repository. */
  main: string;
  port: number;
  env: Readonly<Record<string, string>>;
};

/** Creates a Node process of the product with its own port. */
export const createReplica = ({ name, main, port, env }: ReplicaOptions): Replica => {
  let child: ChildProcess | null = null;
  let text = '';
  const alive = () => child !== null && child.exitCode === null && child.signalCode === null;

  const start = async ({ clock = 0 }: { clock?: number } = {}): Promise<void> => {
    if (alive()) return;
    const preload = clock === 0 ? [] : ['--import', `${shiftedClock}?ms=${clock}`];
    const started = spawn(process.execPath, [...preload, main], {
      cwd: root,
      env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const ready = Promise.withResolvers<void>();
    const timer = setTimeout(() => ready.reject(new Error(`${name} is not ready\n${text}`)), startLimit);
    let seen = '';
    const collect = (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-200_000);
      seen += chunk.toString();
      if (/ is ready at /.test(seen)) ready.resolve();
    };
    started.stdout.on('data', collect);
    started.stderr.on('data', collect);
    started.once('exit', () => ready.reject(new Error(`${name} ended\n${text}`)));
    await ready.promise.finally(() => clearTimeout(timer));
  };

  return {
    name,
    url: `http://127.0.0.1:${port}`,
    start,
    stop: async () => {
      if (!child || !alive()) return child?.exitCode ?? null;
      const exited = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopLimit);
      await exited;
      clearTimeout(timer);
      return child.exitCode;
    },
    signal: (signal) => void child?.kill(signal),
    alive,
    pid: () => (alive() ? child?.pid : undefined),
    output: () => text,
  };
};
