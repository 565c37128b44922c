import { once } from 'node:events';
import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { bookingsOf } from '@visita/command-service/testing/live-bookings';
import { processesIn } from '@visita/platform/postgres/running-process';
import { createClient, type Send } from '../support/http.ts';
import {
  dayAhead,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
} from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';
import { launch, removeData, type Stack, startStack } from '../support/stack.ts';
import { notAsPromised } from './inspect.ts';
import { createKeptConnection, type Ending } from './kept-connection.ts';
import { createLoad, type Results } from './load.ts';

/** Result of a stop under load. */
export type StopReport = {
  exitCode: number | null;
  acknowledged: number;
  /** Requests sent before the signal and answered after it. */
  answeredLate: number;
  /** Responses to requests sent after the signal. */
  answeredAfter: number;
  findings: {
    /** Accepted requests without a complete response. */
    cutOff: Ending[];
    /** Responses on connections opened after the signal without `Connection: close`. */
    kept: Ending[];
    lostBookings: string[];
    /** Log lines of both runs that show an unclean stop. */
    complaints: string[];
  };
};

type Options = {
  /** Sent one after the other with a short delay. */
  signals: readonly NodeJS.Signals[];
  environment?: Readonly<Record<string, string>>;
  /** True for clients that would keep the server from closing. */
  clinging?: boolean;
};

const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'info' };
const bookers = 6;
const readers = 4;
/** Minimum of requests around the stop, which guards against a run without load. */
const enough = 10;
const days = Array.from({ length: 10 }, (_, index) => dayAhead(5 + index));
/** Longer than the product's own shutdown timeout. */
const timeoutMs = 40_000;

type Scene = { anna: RegisteredPro; clinic: OpenedClinic };

const prepare = async (address: string): Promise<Scene> => {
  const client = createClient(address);
  const anna = await registerPro(client, 'anna');
  return { anna, clinic: await openClinic(client, anna, 'Roma') };
};

/** Reads repeatedly until the server is gone. */
const read = async (address: string, { anna, clinic }: Scene, send: Send): Promise<void> => {
  const { call } = createClient(address, send);
  for (;;) {
    try {
      await call('getBookingAvailabilities', { params: { clinicId: clinic.clinicId } });
      await call('getProCalendar', { params: { proId: anna.proId }, token: anna.token });
    } catch {
      return;
    }
  }
};

/** Starts a read that stays in progress until released, by locking what it reads. */
const waitInHand = async ({ address, place }: Stack, send: Send) => {
  const inside = await lookInside(place);
  const pros = await inside.hold('read.pros');
  const answer = createClient(address, send)
    .call('getProByUrl', { params: { url: 'anna' } })
    .catch(() => undefined);
  await eventually(async () => {
    if (!(await pros.wanted())) throw new Error('no read waits for the lock');
  });
  return async () => {
    await pros.giveBack();
    await inside[Symbol.asyncDispose]();
    await answer;
  };
};

/**
 * Opens connections that keep a server from closing: an idle one, an incomplete head, an incomplete body and
 * a WebSocket.
 */
const cling = async (address: string, { anna }: Scene) => {
  const { port } = new URL(address);
  const open = async (bytes: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const idle = await open('GET /api/health/live HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(idle, 'data');
  const head =
    'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n';
  const sockets = [idle, await open(head), await open(`${head}\r\n{"email":`)];
  const live = io(address, { auth: { token: anna.token } });
  await new Promise<void>((connected) => live.once('connect', connected));
  return () => {
    live.close();
    for (const socket of sockets) socket.destroy();
  };
};

/** Sends the signals under load; resolves when the process has ended. */
const stopUnderLoad = async (stack: Stack, scene: Scene, { signals, clinging }: Options) => {
  const endings: Ending[] = [];
  const connection = () => createKeptConnection(endings);
  const { anna, clinic } = scene;
  const load = createLoad({ token: anna.token, clinics: [clinic], days, random: Math.random });
  const working = load.start(stack.address, bookers, connection);
  const reading = Array.from({ length: readers }, () => read(stack.address, scene, connection()));
  const letGo = clinging ? await cling(stack.address, scene) : () => undefined;
  await eventually(async () => {
    if (load.results.acknowledged.size <= enough) throw new Error('too few bookings');
  });
  const letRead = await waitInHand(stack, connection());
  const gone = once(stack.process, 'exit', { signal: AbortSignal.timeout(timeoutMs) });
  const signalled = performance.now();
  for (const signal of signals) {
    stack.process.kill(signal);
    await delay(100);
  }
  await letRead();
  const [exitCode] = (await gone) as [number | null];
  await working.stop();
  await Promise.all(reading);
  letGo();
  return { exitCode, signalled, endings, results: load.results };
};

const cutOff = (endings: readonly Ending[], signalled: number): Ending[] =>
  endings.filter((ending) => {
    if (ending.answered || ending.code === 'ECONNREFUSED') return false;
    // A connection not yet accepted when the listener closed is refused this way.
    return ending.begunAnswer || ending.reused || ending.begun < signalled;
  });

const kept = (endings: readonly Ending[], signalled: number): Ending[] =>
  endings.filter((ending) => ending.answered && !ending.reused && ending.begun > signalled && !ending.last);

const complaintsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":"(error|fatal)"|earlier process left|^\w*Error/.test(line));

const lostBookings = async (varDirectory: string, results: Results): Promise<string[]> => {
  await using inside = await lookInside({ VAR_DIRECTORY: varDirectory });
  return notAsPromised(bookingsOf(await inside.events()), results);
};

/** Stops the product under load by signals, restarts it on the same data and checks for violations. */
export const runStop = async (options: Options): Promise<StopReport> => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-stop-'));
  const start = (more: Readonly<Record<string, string>> = {}) =>
    startStack({ ...settings, ...more, VAR_DIRECTORY: varDirectory });
  let stack = await start(options.environment);
  try {
    const scene = await prepare(stack.address);
    const { exitCode, signalled, endings, results } = await stopUnderLoad(stack, scene, options);
    const log = stack.output();
    stack = await start();
    const answered = endings.filter((ending) => ending.answered && ending.at > signalled);
    return {
      exitCode,
      acknowledged: results.acknowledged.size,
      answeredLate: answered.filter(({ begun }) => begun < signalled).length,
      answeredAfter: answered.filter(({ begun }) => begun > signalled).length,
      findings: {
        cutOff: cutOff(endings, signalled),
        kept: kept(endings, signalled),
        lostBookings: await lostBookings(varDirectory, results),
        complaints: complaintsIn(`${log}\n${stack.output()}`),
      },
    };
  } finally {
    await stack.stop();
    await removeData(varDirectory);
  }
};

/** Stops the product during startup, once its database runs; returns its exit code and the processes left. */
export const runStopAtStart = async (): Promise<{ exitCode: number | null; left: number[] }> => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-stop-'));
  try {
    const { process: child } = await launch(varDirectory, settings);
    const gone = once(child, 'exit', { signal: AbortSignal.timeout(timeoutMs) });
    const postgres = await eventually(() => realpath(join(varDirectory, 'postgres')));
    const data = join(postgres, 'data');
    await eventually(() => stat(join(data, 'postmaster.pid')));
    child.kill('SIGTERM');
    const [exitCode] = (await gone) as [number | null];
    return { exitCode, left: await processesIn(data) };
  } finally {
    await removeData(varDirectory);
  }
};

const eventually = async <Result>(look: () => Promise<Result>): Promise<Result> => {
  for (const end = performance.now() + timeoutMs; ; await delay(10)) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
};
