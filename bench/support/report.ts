/** One line of the report: a rate with its baseline, or times in milliseconds, and its target. */
export type Line = {
  bench: string;
  what: string;
  unit: string;
  ours?: number;
  baseline?: number;
  ratio?: number;
  p50?: number;
  p95?: number;
  p99?: number;
  /** Statements per call, and milliseconds of CPU. */
  statements?: number;
  cpu?: number;
  /** Memory of the process in MB. */
  memory?: number;
  /** Difference between two measurements of the same baseline. */
  noise?: number;
  /** Shares of failed answers by status; empty if all succeeded. */
  refused?: Readonly<Record<string, number>>;
  target?: { text: string; met: boolean };
};

/** Returns a target for a ratio, such as `≥ 0.50×`. */
export const atLeast = (wanted: number, ratio: number) => ({
  text: `≥ ${wanted.toFixed(2)}×`,
  met: ratio >= wanted,
});

/** Returns a target for a time in milliseconds. */
export const atMost = (what: string, wanted: number, time: number) => ({
  text: `${what} ≤ ${wanted} ms`,
  met: time <= wanted,
});

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const shown = (value: number | undefined): string =>
  value === undefined ? '' : value >= 1_000 ? whole.format(value) : precise.format(value);

const shares = (refused: Line['refused']): string => {
  if (!refused) return '';
  const each = Object.entries(refused).map(([status, share]) => `${status}: ${(share * 100).toFixed(1)} %`);
  return each.join(', ') || 'none';
};

const columns: readonly [string, (line: Line) => string][] = [
  ['measured', (line) => line.what],
  ['unit', (line) => line.unit],
  ['ours', (line) => shown(line.ours)],
  ['baseline', (line) => shown(line.baseline)],
  ['ratio', (line) => (line.ratio === undefined ? '' : line.ratio.toFixed(2))],
  ['p50 ms', (line) => shown(line.p50)],
  ['p95 ms', (line) => shown(line.p95)],
  ['p99 ms', (line) => shown(line.p99)],
  ['statements', (line) => shown(line.statements)],
  ['CPU ms', (line) => shown(line.cpu)],
  ['MB', ({ memory }) => (memory === undefined ? '' : whole.format(memory))],
  ['noise', ({ noise }) => (noise === undefined ? '' : `± ${(noise * 100).toFixed(0)} %`)],
  ['refused', (line) => shares(line.refused)],
  ['target', (line) => line.target?.text ?? ''],
  ['', (line) => (line.target === undefined ? '' : line.target.met ? 'met' : 'MISSED')],
];

export const table = (lines: readonly Line[]): string => {
  const rows = [
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, cell]) => cell(line))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  const left = new Set([0, 1, 12, 13, 14]);
  const pad = (cell: string, index: number) =>
    left.has(index) ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
};
