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

/** What a stop under load came to. */
export type StopReport = {
  exitCode: number | null;
  acknowledged: number;
  /** Requests that were sent before the signal and answered after it. */
  answeredLate: number;
  /** Answers to requests that came after the signal. */
  answeredAfter: number;
  findings: {
    /** Requests that the product had taken and did not answer to their end. */
    cutOff: Ending[];
    /** Answers on connections opened after the signal that do not say that the connection ends. */
    kept: Ending[];
    lostBookings: string[];
    /** Lines of the log, of both runs, that tell of an unclean end. */
    complaints: string[];
  };
};

type Options = {
  /** Given one after the other, a moment apart. */
  signals: readonly NodeJS.Signals[];
  environment?: Readonly<Record<string, string>>;
  /** Whether there are clients that would keep the product from ending. */
  clinging?: boolean;
};

const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'info' };
const bookers = 6;
const readers = 4;
/** A stop while nothing happens would prove nothing. */
const enough = 10;
const days = Array.from({ length: 10 }, (_, index) => dayAhead(5 + index));
/** Longer than the product gives itself. */
const patience = 40_000;

type Scene = { anna: RegisteredPro; clinic: OpenedClinic };

const prepare = async (address: string): Promise<Scene> => {
  const client = createClient(address);
  const anna = await registerPro(client, 'anna');
  return { anna, clinic: await openClinic(client, anna, 'Roma') };
};

/** Reads one after the other until nobody answers. */
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

/** A read that is in hand until it is let go: what it reads is held. */
const waitInHand = async ({ address, place }: Stack, send: Send) => {
  const inside = await lookInside(place);
  const pros = await inside.hold('read.pros');
  const answer = createClient(address, send)
    .call('getProByUrl', { params: { url: 'anna' } })
    .catch(() => undefined);
  await eventually(async () => {
    if (!(await pros.wanted())) throw new Error('nobody reads');
  });
  return async () => {
    await pros.giveBack();
    await inside[Symbol.asyncDispose]();
    await answer;
  };
};

/** Clients that keep a server from ending: one that is idle, one in the middle of a head, one of a body, a socket. */
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

/** Gives the signals while patients book and others read; answers when the process has ended. */
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
  const gone = once(stack.process, 'exit', { signal: AbortSignal.timeout(patience) });
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
    // A connection that the listener had not taken when it closed is refused like this.
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

/** Stops the whole product under load by signals, starts it again on what is left and looks for what must not be. */
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

/** Ends the product while it starts, as soon as its database runs; answers how it ended and what it left running. */
export const runStopAtStart = async (): Promise<{ exitCode: number | null; left: number[] }> => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-stop-'));
  try {
    const { process: child } = await launch(varDirectory, settings);
    const gone = once(child, 'exit', { signal: AbortSignal.timeout(patience) });
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
  for (const end = performance.now() + patience; ; await delay(10)) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
};
