import type { Prepared } from './question.ts';
import { firstEndingAfter, type Interval } from './windows.ts';

/** Starts at which the visit, with its buffer, follows its predecessor without a gap. */
export const neighbourStarts = ({ occupied, before }: Prepared, open: Interval): number[] => {
  const starts: number[] = [];
  const from = open.start - before;
  // One millisecond earlier, to include an interval that ends exactly at `from`.
  for (let at = firstEndingAfter(occupied, from - 1); at < occupied.length; at += 1) {
    const { end } = occupied[at]!;
    if (end + before >= open.end) break;
    starts.push(end + before);
  }
  return starts;
};

/** End of the previous and start of the next busy interval around a free one. */
const around = (busy: readonly Interval[], start: number) => {
  const next = firstEndingAfter(busy, start);
  return { before: busy[next - 1]?.end ?? -Infinity, after: busy[next]?.start ?? Infinity };
};

/**
 * Length in ms of the gap that a start leaves before or after the visit, if it is too short for any service; null
 * otherwise. A buffer that extends beyond the free time leaves no gap.
 */
export const gapLeft = (prepared: Prepared, start: number, open: Interval): number | null => {
  const { duration, before, after, shortest } = prepared;
  if (shortest === null) return null;
  const occupied = around(prepared.occupied, start);
  const shut = around(prepared.shut, start);
  const runStart = Math.max(open.start, occupied.before, shut.before);
  const runEnd = Math.min(open.end, occupied.after, shut.after);
  const rests = [start - before - runStart, runEnd - (start + duration + after)];
  return rests.find((rest) => rest > 0 && rest < shortest) ?? null;
};
