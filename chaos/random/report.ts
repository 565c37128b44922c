import type { FaultReport } from './play.ts';
import type { Round } from './rounds.ts';

const shown = (value: number | null | undefined): string =>
  value === undefined ? '' : value === null ? 'NEVER' : String(value);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(titles), row(titles.map(() => '---')), ...rows.map(row)].join('\n');

const rowOf = (round: Round): string[] => [
  round.at.slice(11, 19),
  round.kind,
  round.what,
  ...[
    round.lastedMs,
    round.acceptedMs,
    round.shownMs,
    round.mailedMs,
    round.takeoverMs,
    round.inHandFailed,
    round.laterFailed,
    round.failingMs,
    round.answered,
  ].map(shown),
];

const titles = [
  'at',
  'fault',
  'where',
  'lasted ms',
  'accepted ms',
  'shown ms',
  'mailed ms',
  'takeover ms',
  'failed in hand',
  'failed later',
  'for ms',
  'answered',
];

const times = ['acceptedMs', 'shownMs', 'mailedMs'] as const;
const failures = ['inHandFailed', 'laterFailed'] as const;

/** Returns the median and maximum; a missing value counts as the maximum. */
const spread = (values: readonly (number | null)[]): string[] => {
  const sorted = values.map((value) => value ?? Infinity).toSorted((one, other) => one - other);
  const of = (value = 0) => (value === Infinity ? 'NEVER' : value.toLocaleString('en'));
  return [of(sorted[Math.floor((sorted.length - 1) / 2)]), of(sorted.at(-1))];
};

const kindTitles = [
  'fault',
  'times',
  'accepted ms',
  'worst',
  'shown ms',
  'worst',
  'mailed ms',
  'worst',
  'failed in hand',
  'failed later',
  'for at most ms',
];

const byKind = (rounds: readonly Round[]): string[][] =>
  [...Map.groupBy(rounds, ({ kind }) => kind)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, all]) => [
      kind,
      String(all.length),
      ...times.flatMap((name) => spread(all.map((round) => round[name]))),
      ...failures.map((name) => String(all.reduce((sum, round) => sum + round[name], 0))),
      Math.max(...all.map(({ failingMs }) => failingMs)).toLocaleString('en'),
    ]);

export const markdown = ({
  seed,
  began,
  seconds,
  skipped,
  rounds,
  counts,
  statuses,
  verdict,
}: FaultReport): string => {
  const pairs = (of: Readonly<Record<string, number | string>>) =>
    Object.entries(of).map(([name, value]) => [name, String(value)]);
  const found = Object.entries(verdict).map(([name, list]) => [
    name,
    String(list.length),
    list.slice(0, 5).join('; '),
  ]);
  return `# Faults, seed ${seed}

Began ${began}, ${seconds} s, ${rounds.length} faults.

${table(kindTitles, byKind(rounds))}

${table(titles, rounds.map(rowOf))}

${table(['found', 'how many', 'the first'], found)}

${table(['counted', ''], pairs(counts))}

${table(['status', 'answers'], pairs(statuses))}
${Object.keys(skipped).length > 0 ? `\nSkipped:\n\n${table(['fault', 'why'], pairs(skipped))}\n` : ''}`;
};
