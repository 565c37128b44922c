import { type Line, table } from './report.ts';

/** A ratio, or else a time, then and now. */
type Change = {
  readonly what: string;
  readonly before: number;
  readonly now: number;
  readonly times: number;
};

const figureOf = ({ ratio, p50 }: Line): number | undefined => ratio ?? p50;

/** Measurements of both runs, the greatest change first. */
export const changesOf = (before: readonly Line[], now: readonly Line[]): Change[] =>
  now
    .flatMap((line) => {
      const [new_, old] = [figureOf(line), before.find(({ what }) => what === line.what)];
      const then = old && figureOf(old);
      return new_ && then ? [{ what: line.what, before: then, now: new_, times: new_ / then }] : [];
    })
    .toSorted((one, other) => Math.abs(Math.log(other.times)) - Math.abs(Math.log(one.times)));

/** Formats the changes as a table: measurement, before, now, and the quotient. */
export const compared = (before: readonly Line[], now: readonly Line[]): string =>
  table(
    changesOf(before, now).map(({ what, before: baseline, now: ours, times }) => ({
      bench: '',
      what,
      unit: 'then → now',
      ours,
      baseline,
      ratio: times,
    })),
  );
