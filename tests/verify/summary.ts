import type { Result } from './run-stage.ts';

const row = (name: string, ...cells: readonly (string | number)[]): string =>
  name.padEnd(28) + cells.map((cell) => String(cell).padStart(9)).join('');

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];

/** Returns a table of all stages, the skipped tests with reasons, the failures and the totals. */
export const summarize = (results: readonly Result[], seconds: number): string => {
  const total = (of: (result: Result) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0);
  const counts = [
    total(({ passed }) => passed),
    total(({ failed }) => failed),
    total(({ skipped }) => skipped.length),
  ];
  const skips = Map.groupBy(
    results.flatMap(({ skipped }) => skipped),
    (title) => title,
  );
  return [
    row('stage', 'passed', 'failed', 'skipped', 'seconds'),
    ...results.map(({ name, passed, failed, skipped, seconds: own }) =>
      row(name, passed, failed, skipped.length, own.toFixed(1)),
    ),
    row('in all', ...counts, seconds.toFixed(1)),
    ...section(
      'Skipped:',
      [...skips].map(([title, same]) => `${same.length} × ${title}`),
    ),
    ...section(
      'Also:',
      results.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
    ),
    ...section(
      'Failed (the whole output of each stage is in var/verify):',
      results
        .filter(({ failed }) => failed > 0)
        .flatMap(({ name, failures }) => [
          name,
          ...failures.map(({ file, title, message }) => `  ${file}: ${title}: ${message}`),
        ]),
    ),
    '',
    `${counts[0]} passed, ${counts[1]} failed, ${counts[2]} skipped`,
  ].join('\n');
};
