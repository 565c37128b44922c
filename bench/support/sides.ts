import type { Load } from './clients.ts';
import { median } from './median.ts';
import type { Outcome } from './outcome.ts';
import { type ProcessorTime, sumOf } from './processor-time.ts';
import { atLeast, type Line } from './report.ts';

/** Result of the clients, and milliseconds of processor time per call by service. */
export type Measured = Load & { readonly time: ProcessorTime };

type Run = (clients: number) => Promise<Measured>;

export type Sides = {
  readonly outcome: Outcome;
  readonly replicated: Run;
  readonly single: Run;
  readonly clients: readonly number[];
  readonly rounds: number;
  lineOf(bench: string, found: { what: string; loads: readonly Load[] }): Line;
};

/** Measures replicated services and the single process in turn, so that other load slows both alike. */
export const compareSides = async (sides: Sides): Promise<void> => {
  const { outcome, replicated, single, rounds, lineOf } = sides;
  for (const run of [replicated, single]) await run(8);
  for (const clients of sides.clients) {
    const loads: Measured[] = [];
    const baselines: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      loads.push(await replicated(clients));
      baselines.push(await single(clients));
    }
    const what = `mix, replicated, behind the gateway, ${clients} clients · one process`;
    const ratio = median(loads.map(({ rate }, round) => rate / baselines[round]!.rate));
    const line = {
      ...lineOf('distributed', { what, loads }),
      baseline: median(baselines.map(({ rate }) => rate)),
      ratio,
      ...(clients === 16 ? { target: atLeast(0.6, ratio) } : {}),
    };
    const about = `behind the gateway, ${clients} clients`;
    await outcome.tell([line, ...timeLines(loads, baselines, about, 'one process')]);
  }
};

/** Returns the processor time per call, compared with another run. */
export const timeLines = (
  found: readonly Measured[],
  others: readonly Measured[],
  about: string,
  other: string,
): Line[] => {
  const of = (loads: readonly Measured[], name: string) => median(loads.map(({ time }) => time[name] ?? 0));
  const all = (loads: readonly Measured[]) => median(loads.map(({ time }) => sumOf(time)));
  const [ours, baseline] = [all(found), all(others)];
  const whole: Line = {
    bench: 'time',
    what: `processor time a call, ${about} · ${other}`,
    unit: 'ms',
    ours,
    baseline,
    ratio: ours / baseline,
  };
  const names = new Set([...found, ...others].flatMap(({ time }) => Object.keys(time)));
  const each = [...names].map((name): Line => {
    const [here, there] = [found, others].map((loads) => loads.some(({ time }) => name in time));
    return {
      bench: 'time',
      what: `${name}, ${about}`,
      unit: 'ms',
      ...(here ? { ours: of(found, name) } : {}),
      ...(there ? { baseline: of(others, name) } : {}),
    };
  });
  return [whole, ...each];
};
