import type { Prepared } from './question.ts';
import { firstEndingAfter, type Interval } from './windows.ts';

/** Starts whose occupied time begins where that of the neighbour before ends. */
export const neighbourStarts = ({ occupied, before }: Prepared, open: Interval): number[] => {
  const starts: number[] = [];
  const from = open.start - before;
  // One that ends just there is a neighbour too, so the search begins a millisecond earlier.
  for (let at = firstEndingAfter(occupied, from - 1); at < occupied.length; at += 1) {
    const { end } = occupied[at]!;
    if (end + before >= open.end) break;
    starts.push(end + before);
  }
  return starts;
};

/** The nearest ends and starts of some sorted disjoint intervals around a stretch that overlaps none of them. */
const around = (busy: readonly Interval[], start: number) => {
  const next = firstEndingAfter(busy, start);
  return { before: busy[next - 1]?.end ?? -Infinity, after: busy[next]?.start ?? Infinity };
};

/**
 * Milliseconds that a free start leaves of its free run, before or after its occupied time, where no service fits in
 * them; null where it leaves no such rest. A buffer that sticks out of the run leaves nothing there.
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
