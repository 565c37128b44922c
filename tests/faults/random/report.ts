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
  'answered',
];

/** The report as a page. */
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

${table(titles, rounds.map(rowOf))}

${table(['found', 'how many', 'the first'], found)}

${table(['counted', ''], pairs(counts))}

${table(['status', 'answers'], pairs(statuses))}
${Object.keys(skipped).length > 0 ? `\nSkipped:\n\n${table(['fault', 'why'], pairs(skipped))}\n` : ''}`;
};
