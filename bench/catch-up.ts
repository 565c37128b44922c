import { readFile } from 'node:fs/promises';
import type { Log } from '@visita/platform/logging/log';
import { loadEvents } from './support/many-events.ts';
import { openPractices } from './support/practices.ts';
import type { Line } from './support/report.ts';
import { openReplicated, rest, type World } from './support/worlds.ts';

const practices = 20;
const mostSeconds = 60;
const mostMegabytes = 256;
/**
 * Heap limit in MB: without one, Node collects no garbage while memory is free, and the memory used says
 * nothing.
 */
const heap = 136;

/** Services that follow the log; memory of the others does not grow with it. */
const followers = ['projector', 'command-service', 'notifier'] as const;

/**
 * Measures replicated services, two of each with a heap of 136 MB, that were stopped while the events were
 * written: the time until all followers have caught up, and the peak memory by kind of process.
 */
export const benchCatchUp = async ({ log, events }: { log: Log; events: number }): Promise<Line[]> => {
  const world = await openReplicated(log, {
    NODE_OPTIONS: `--max-old-space-size=${heap} --max-semi-space-size=8`,
  });
  try {
    const opened = await openPractices(world.address, practices);
    const replicas = followers.flatMap((name) => world.topology.replicas[name]);
    await Promise.all(replicas.map((replica) => replica.stop()));
    await loadEvents({ ...world, practices: opened, events });
    const began = performance.now();
    await Promise.all(replicas.map((replica) => replica.start()));
    await world.settled();
    const seconds = (performance.now() - began - rest) / 1_000;
    const line: Line = {
      bench: 'catch-up',
      what: `replicated services catch up with ${events} events (${Math.round(seconds)} s)`,
      unit: '1/s',
      ours: events / seconds,
      target: { text: `≤ ${mostSeconds} s a million`, met: seconds <= (mostSeconds * events) / 1_000_000 },
    };
    return [line, ...(await memoryLines(world, events))];
  } finally {
    await world.stop();
  }
};

const memoryLines = async (world: World, events: number): Promise<Line[]> => {
  const processes = await world.processes();
  return Promise.all(
    followers.map(async (name) => {
      const memory = Math.max(...(await Promise.all((processes[name] ?? []).map(peakOf))));
      const text = `≤ ${mostMegabytes} MB`;
      const target = { text, met: memory <= mostMegabytes };
      return { bench: 'catch-up', what: `${name}, ${events} events, at most`, unit: 'MB', memory, target };
    }),
  );
};

/** Returns the peak memory of a process in MB; null without Linux. */
const peakOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
};
