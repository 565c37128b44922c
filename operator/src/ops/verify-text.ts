import type { AgendasReport } from '../verify/agendas.ts';
import type { LogProblem, LogReport } from '../verify/log.ts';
import type { Comparison } from '@visita/projector/compare';

const problemOfLog = (problem: LogProblem): string => {
  switch (problem.kind) {
    case 'changed':
      return problem.positions.length > 0
        ? `changed since it was sealed: position ${problem.positions.join(', ')}`
        : `events were added or removed after position ${problem.after} and up to ${problem.upTo}`;
    case 'cut-off':
      return `cut off: it was sealed up to ${problem.sealed}, and ends at ${problem.head}`;
    case 'hole':
      return `positions are missing between ${problem.after} and ${problem.before}`;
    case 'unexpected':
      return `position ${problem.position} does not have the expected hash`;
  }
};

export const tellLog = ({ position, hash, events, from, problems }: LogReport): string[] => [
  `log: ${events} events after ${from}, ${problems.length} problems`,
  ...problems.map((problem) => `  ${problemOfLog(problem)}`),
  `  ${position}:${hash}`,
];

export const tellAgendas = ({ agendas, bookings, problems }: AgendasReport): string[] => [
  `agendas: ${agendas} days, ${bookings} bookings, ${problems.length} problems`,
  ...problems.map(({ kind, agenda, bookings: ids }) => `  ${kind}: ${agenda}, booking ${ids.join(', ')}`),
];

export const tellReadModels = ({ rows, position, differing, differences }: Comparison): string[] => [
  `read-models: ${rows} rows at ${position}, ${differing} differ from a replay`,
  ...differences.map(({ table, key, kind, columns }) => {
    const of = Object.entries(key).map(([name, value]) => `${name} ${value}`);
    return `  ${kind}: ${table} ${of.join(', ')}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`;
  }),
  ...(differing > differences.length ? [`  and ${differing - differences.length} more`] : []),
];

type Found = { log?: LogReport; agendas?: AgendasReport; readModels?: Comparison };

export const adviceOn = ({ log, agendas, readModels }: Found): string[] => [
  ...(log && log.problems.length > 0
    ? ['The log was changed: stop the product, keep a copy, and restore the last good backup (runbook).']
    : []),
  ...(agendas && agendas.problems.length > 0
    ? ['Agendas are wrong: inspect each booking with ops audit, and move or cancel one of two that overlap.']
    : []),
  ...(readModels && readModels.differing > 0 ? ['Read models are wrong: run ops rebuild.'] : []),
];
