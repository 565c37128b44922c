import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '@visita/contracts/availability/zones';
import { createClient, succeed } from '../../tests/support/http.ts';
import type { ClientsAnswer, ClientsAsk } from '../live-clients.ts';
import type { Practice } from './practices.ts';
import type { World } from './worlds.ts';

export type SocketsBench<Measured> = {
  world: World;
  practices: readonly Practice[];
  sockets: readonly number[];
  /** Measurement while the sockets are open. */
  run(): Promise<Measured>;
  tell(found: { what: string; loads: Measured }): Promise<void>;
};

const announced = 12;
const patience = 20_000;

/**
 * Opens more and more sockets at one clinic and measures meanwhile; also reports the time of bookings to all
 * of them.
 */
export const measureSockets = async <Measured>({
  world,
  practices,
  sockets,
  run,
  tell,
}: SocketsBench<Measured>): Promise<void> => {
  for (const [turn, count] of sockets.entries()) {
    const practice = practices[0]!;
    const clients = fork(new URL('../live-clients.ts', import.meta.url));
    try {
      const tokens = Array.from({ length: count }, () => practice.token);
      clients.send({ url: world.address, clinicId: practice.clinicId, tokens } satisfies ClientsAsk);
      await once(clients, 'message', { signal: AbortSignal.timeout(120_000) });
      const loads = await run();
      const { p50, p99 } = await arrivals(clients, { world, practice, count, turn });
      const arrivalTimes = `answer → socket p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`;
      await tell({ what: `mix, ${count} sockets (${arrivalTimes})`, loads });
    } finally {
      clients.kill();
    }
  }
};

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

const collect = async (clients: ChildProcess): Promise<readonly (readonly [string, number])[]> => {
  clients.send('collect');
  const [answer] = (await once(clients, 'message')) as [ClientsAnswer];
  return answer === 'joined' ? [] : answer.arrivals;
};

type Announced = { world: World; practice: Practice; count: number; turn: number };

/** Books one after the other; returns the milliseconds from each answer to each socket. */
const arrivals = async (clients: ChildProcess, { world, practice, count, turn }: Announced) => {
  const { call } = createClient(world.address);
  await collect(clients);
  const answered = new Map<string, number>();
  const day = addDays(new Date().toISOString().slice(0, 10), 300 + turn);
  for (let index = 0; index < announced; index += 1) {
    const date = `${day}T${String(8 + index).padStart(2, '0')}:00`;
    const patient = {
      name: 'Ada Blu',
      email: `ada${turn}-${index}@visita.example`,
      prefix: '+39',
      phone: '3331112222',
    };
    const body = { booking: { hubServiceId: practice.hubServiceId, date }, patient };
    const { data } = await succeed(call('placeBooking', { body, token: practice.token }));
    answered.set(data.id, now());
  }
  const times: number[] = [];
  for (const start = now(); times.length < announced * count; await delay(100)) {
    if (now() - start > patience) throw new Error(`${times.length} of ${announced * count} messages arrived`);
    for (const [id, at] of await collect(clients)) {
      const since = answered.get(id);
      if (since !== undefined) times.push(at - since);
    }
  }
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99) };
};
