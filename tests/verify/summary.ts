import type { Failure, Result, Skipped } from './stage.ts';

const amount = (skipped: readonly Skipped[]): number => skipped.reduce((sum, { count }) => sum + count, 0);

const total = (results: readonly Result[], of: (result: Result) => number): number =>
  results.reduce((sum, result) => sum + of(result), 0);

const row = (cells: readonly (string | number)[]): string => {
  const [name = '', ...numbers] = cells.map(String);
  return `${name.padEnd(28)}${numbers.map((cell) => cell.padStart(9)).join('')}`;
};

const tell = ({ file, title, message }: Failure): string => `  ${file}: ${title}: ${message}`;

/** What a run came to: a table, what was skipped and why, what only the full check does, what failed; the counts alone on the last line. */
export const summarize = (results: readonly Result[], seconds: number, left: readonly string[]): string => {
  const lines = results.map(({ name, passed, failed, skipped, seconds: own }) =>
    row([name, passed, failed, amount(skipped), own.toFixed(1)]),
  );
  const skips = results.flatMap(({ skipped }) =>
    skipped.map(({ what, why, count }) => `  ${count} × ${what}: ${why}`),
  );
  const notes = results.flatMap(({ name, notes: own }) => own.map((note) => `  ${name}: ${note}`));
  const failed = results.filter((result) => result.failed > 0).map(({ name }) => name);
  const section = (title: string, of: readonly string[]) => (of.length > 0 ? ['', title, ...of] : []);
  const counts = [
    total(results, (result) => result.passed),
    total(results, (result) => result.failed),
    total(results, ({ skipped }) => amount(skipped)),
  ];
  return [
    row(['stage', 'passed', 'failed', 'skipped', 'seconds']),
    ...lines,
    row(['in all', ...counts, seconds.toFixed(1)]),
    ...section('Skipped:', skips),
    ...section('Also:', notes),
    ...section(
      'Only in npm run verify:full:',
      left.map((line) => `  ${line}`),
    ),
    ...section(
      'Failed:',
      results.flatMap(({ failures = [] }) => failures.map(tell)),
    ),
    ...(failed.length > 0
      ? ['', `FAILED: ${failed.join(', ')}; the whole output of each stage is in var/verify.`]
      : []),
    '',
    `${counts[0]} passed, ${counts[1]} failed, ${counts[2]} skipped`,
  ].join('\n');
};
