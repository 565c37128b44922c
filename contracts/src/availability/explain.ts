import { conflictsOf } from './blockers.ts';
import { labelOf, openDays, openHours, type SlotQuestion } from './slots.ts';
import { weekOf, type Interval } from './windows.ts';
import { msOf, type LocalDay } from './zones.ts';

/** Why a candidate is refused: a rule of the slots (see `slots.ts`), or the busy interval that it overlaps. */
export type Refusal<B extends Interval> =
  /** It does not start after now, or its date is before today. */
  | { readonly reason: 'past' }
  | { readonly reason: 'beyond_horizon'; readonly lastDay: string }
  /** It would end after its working hours do, at `closes` (epoch ms). */
  | { readonly reason: 'outside_hours'; readonly closes: number }
  /** Its `HH:mm` means another instant: the second pass of a repeated hour. */
  | { readonly reason: 'ambiguous_time' }
  | { readonly reason: 'busy'; readonly busy: B };

/** One start on the grid. `start` in epoch ms; offered when nothing refuses it. */
export type Candidate<B extends Interval> = {
  readonly start: number;
  /** `HH:mm` on the wall, also where that text is ambiguous. */
  readonly time: string;
  readonly refusals: readonly Refusal<B>[];
};

type Grid<B extends Interval> = SlotQuestion<B> & { readonly date: string; readonly day: LocalDay };

const refusalsOf = <B extends Interval>(grid: Grid<B>, start: number, closes: number): Refusal<B>[] => {
  const { zone, date, day, busy } = grid;
  const end = start + grid.durationMinutes * 60_000;
  const { last } = openDays(grid);
  const refusals: Refusal<B>[] = [];
  if (start <= msOf(grid.now)) refusals.push({ reason: 'past' });
  if (date > last) refusals.push({ reason: 'beyond_horizon', lastDay: last });
  if (end > closes) refusals.push({ reason: 'outside_hours', closes });
  if (labelOf(zone, date, day, start) === null) refusals.push({ reason: 'ambiguous_time' });
  for (const one of conflictsOf({ start, end }, busy)) refusals.push({ reason: 'busy', busy: one });
  return refusals;
};

const candidatesOn = <B extends Interval>(grid: Grid<B>, hours: readonly Interval[]): Candidate<B>[] => {
  const step = grid.durationMinutes * 60_000;
  const candidates: Candidate<B>[] = [];
  if (step <= 0) return candidates;
  for (const { start, end } of hours) {
    for (let at = start; at < end; at += step) {
      const time = grid.zone.wallOf(at).slice(11);
      candidates.push({ start: at, time, refusals: refusalsOf(grid, at, end) });
    }
  }
  return candidates;
};

/**
 * Every candidate of each date with all that refuses it; those without refusals are just what `offeredSlots`
 * gives. A date without working hours has no candidates. Made for people asking why, not for speed.
 */
export const explainSlots = <B extends Interval>(
  question: SlotQuestion<B> & { readonly dates: readonly string[] },
): Record<string, Candidate<B>[]> => {
  const week = weekOf(question.windows);
  return Object.fromEntries(
    question.dates.map((date) => {
      const open = openHours(question.zone, week, date);
      return [date, open ? candidatesOn({ ...question, date, day: open.day }, open.hours) : []];
    }),
  );
};
