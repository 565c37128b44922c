import { readdir, readFile } from 'node:fs/promises';
import { processesIn } from '@visita/platform/postgres/running-process';

/** Process ids by name. */
export type Processes = Readonly<Record<string, readonly number[]>>;

export type ProcessorTime = Readonly<Record<string, number>>;

/** Milliseconds per tick in Linux's counters, independent of its clock. */
const tick = 10;

type Stat = { name: string; parent: number; time: number };

/** Returns null if there is no such process, or no Linux. */
const statOf = async (pid: number): Promise<Stat | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name is in parentheses and may contain any character.
  const [, name, rest] = (text && /^\d+ \((.*)\) \S (.*)$/s.exec(text.trimEnd())) || [];
  if (name === undefined || rest === undefined) return null;
  const fields = rest.split(' ').map(Number);
  // Its own, and that of ended children: PostgreSQL's workers come and go.
  const time = fields.slice(10, 14).reduce((sum, ticks) => sum + ticks, 0) * tick;
  return { name, parent: fields[0] ?? 0, time };
};

export const childrenNamed = async (names: readonly string[]): Promise<Processes> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  const children = found.filter(({ stat }) => stat?.parent === process.pid);
  return Object.fromEntries(
    names.map((name) => [name, children.filter(({ stat }) => stat?.name === name).map(({ pid }) => pid)]),
  );
};

export const postgresOf = async (data: string): Promise<Processes> => ({ postgres: await processesIn(data) });

/** Returns the processor time of these processes since their start. */
export const processorTime = async (processes: Processes): Promise<ProcessorTime> => {
  const each = Object.entries(processes).map(async ([what, pids]) => {
    const stats = await Promise.all(pids.map(statOf));
    return [what, stats.reduce((sum, stat) => sum + (stat?.time ?? 0), 0)] as const;
  });
  return Object.fromEntries(await Promise.all(each));
};

/** Returns the difference of two measurements, divided by the number of calls. */
export const perCall = (before: ProcessorTime, after: ProcessorTime, calls: number): ProcessorTime =>
  Object.fromEntries(
    Object.entries(after).map(([what, time]) => [what, (time - (before[what] ?? 0)) / Math.max(1, calls)]),
  );

export const sumOf = (time: ProcessorTime): number =>
  Object.values(time).reduce((one, other) => one + other, 0);
