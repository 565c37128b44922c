import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addDays } from '@visita/contracts/availability/zones';
import type { Log } from '@visita/platform/logging/log';
import { loadEvents } from './support/many-events.ts';
import { openPractices, type Practice } from './support/practices.ts';
import type { Line } from './support/report.ts';
import { openReplicated, type World } from './support/worlds.ts';

export type RebuildBench = { log: Log; events: number; /** Reads per second. */ rate?: number };

const practices = 20;
const mostSeconds = 45;
const root = join(import.meta.dirname, '..');

/** A read whose answer stays the same, since no bookings are made. */
type Read = { url: URL; headers: Record<string, string>; expected: string };
type Seen = { times: number[]; failed: number; wrong: number };

/**
 * Rebuilds the read models from the events, by the operator's command, while clients read calendars of past
 * weeks: each answer must be unchanged. Gateway, query services and the live projector keep running.
 */
export const benchRebuild = async ({ log, events, rate = 50 }: RebuildBench): Promise<Line[]> => {
  const world = await openReplicated(log);
  try {
    const opened = await openPractices(world.address, practices);
    // Other followers are stopped, because each would now read all events, and only the rebuild is
    // to be measured.
    const { projector, 'command-service': commands, notifier } = world.topology.replicas;
    await Promise.all([...projector, ...commands, ...notifier].map((replica) => replica.stop()));
    await loadEvents({ ...world, practices: opened, events });
    await rebuild(world);
    await Promise.all(projector.map((replica) => replica.start()));
    const reads = await Promise.all(opened.map((practice) => readOf(world, practice)));
    const rebuilding = new AbortController();
    const reading = read(reads, { rate, signal: rebuilding.signal });
    const began = performance.now();
    const count = await rebuild(world).finally(() => rebuilding.abort());
    const seconds = (performance.now() - began) / 1_000;
    return [lineOf(count, seconds, rate, await reading)];
  } finally {
    await world.stop();
  }
};

const rebuild = async ({ env, database }: World): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/ops.ts', 'rebuild', '--json'], {
    cwd: root,
    env: { ...process.env, ...env, DATABASE_URL: database.url },
    maxBuffer: 100_000_000,
  });
  return (JSON.parse(stdout) as { events: number }).events;
};

const readOf = async ({ address }: World, { proId, token }: Practice): Promise<Read> => {
  const today = new Date().toISOString().slice(0, 10);
  const week = `from=${addDays(today, -20)}&to=${addDays(today, -14)}`;
  const url = new URL(`/api/pro_calendar/${proId}?${week}`, address);
  const headers = { authorization: `Bearer ${token}` };
  const expected = await (await fetch(url, { headers })).text();
  if (!expected.includes('"confirmed"')) throw new Error('the calendar is empty');
  return { url, headers, expected };
};

/** Reads at a constant rate, whether or not answers come. */
const read = async (
  reads: readonly Read[],
  { rate, signal }: { rate: number; signal: AbortSignal },
): Promise<Seen> => {
  const seen: Seen = { times: [], failed: 0, wrong: 0 };
  const one = async ({ url, headers, expected }: Read): Promise<void> => {
    const began = performance.now();
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
      const body = await response.text();
      seen.times.push(performance.now() - began);
      if (!response.ok) seen.failed += 1;
      else if (body !== expected) seen.wrong += 1;
    } catch {
      seen.failed += 1;
    }
  };
  const began = performance.now();
  const sent: Promise<void>[] = [];
  while (!signal.aborted) {
    const due = ((performance.now() - began) / 1_000) * rate;
    while (sent.length < due) sent.push(one(reads[sent.length % reads.length]!));
    await delay(1_000 / rate);
  }
  await Promise.all(sent);
  return seen;
};

const lineOf = (events: number, seconds: number, rate: number, { times, failed, wrong }: Seen): Line => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const summary = `${Math.round(seconds)} s, ${times.length} reads, ${failed} failed, ${wrong} half-built`;
  return {
    bench: 'rebuild',
    what: `rebuild of ${events} events, ${rate} reads/s meanwhile (${summary})`,
    unit: '1/s',
    ours: events / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    target: {
      text: `≤ ${mostSeconds} s a million, none failed or half-built`,
      met: seconds <= (mostSeconds * events) / 1_000_000 && failed + wrong === 0 && times.length > 0,
    },
  };
};
