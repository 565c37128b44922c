import { conflictsOf } from './blockers.ts';
import { gapLeft } from './gaps.ts';
import { openHours } from './hours.ts';
import { prepare, type BusyInterval, type Prepared, type SlotQuestion } from './question.ts';
import { candidatesIn, labelOf } from './slots.ts';
import type { Interval } from './windows.ts';
import type { LocalDay } from './zones.ts';

/** Why a candidate is refused: a rule of the slots (see `slots.ts`), or the busy interval that it overlaps. */
export type Refusal<B extends BusyInterval> =
  /** It does not start after now, or its date is before today. */
  | { readonly reason: 'past' }
  /** The notice ends at `earliest` (epoch ms). */
  | { readonly reason: 'notice'; readonly earliest: number }
  | { readonly reason: 'beyond_horizon'; readonly lastDay: string }
  /** It would end after its working hours do, at `closes` (epoch ms). */
  | { readonly reason: 'outside_hours'; readonly closes: number }
  /** Its `HH:mm` means another instant: the second pass of a repeated hour. */
  | { readonly reason: 'ambiguous_time' }
  | { readonly reason: 'busy'; readonly busy: B }
  /** The visit itself is free; the time kept around it is not. */
  | { readonly reason: 'buffer'; readonly busy: B }
  /** It would leave so many minutes, in which no service fits. */
  | { readonly reason: 'gap'; readonly minutes: number };

/** One start that the rule looks at. `start` in epoch ms; offered when nothing refuses it. */
export type Candidate<B extends BusyInterval> = {
  readonly start: number;
  /** `HH:mm` on the wall, also where that text is ambiguous. */
  readonly time: string;
  readonly refusals: readonly Refusal<B>[];
};

type Looked<B extends BusyInterval> = {
  readonly prepared: Prepared;
  readonly busy: readonly B[];
  readonly date: string;
  readonly day: LocalDay;
};

const blockedBy = <B extends BusyInterval>({ prepared, busy }: Looked<B>, start: number): Refusal<B>[] => {
  const { duration, before, after } = prepared;
  const visit = { start, end: start + duration };
  const around = { start: start - before, end: visit.end + after };
  const over = conflictsOf(visit, busy).map((one): Refusal<B> => ({ reason: 'busy', busy: one }));
  const near = conflictsOf(around, busy).filter((one) => !one.admitsBuffers && !conflictsOf(visit, [one])[0]);
  return [...over, ...near.map((one): Refusal<B> => ({ reason: 'buffer', busy: one }))];
};

const refusalsOf = <B extends BusyInterval>(
  looked: Looked<B>,
  start: number,
  open: Interval,
): Refusal<B>[] => {
  const { prepared, date, day } = looked;
  const { last, earliest } = prepared;
  const refusals: Refusal<B>[] = [];
  if (start <= prepared.now) refusals.push({ reason: 'past' });
  else if (start < earliest) refusals.push({ reason: 'notice', earliest });
  if (date > last) refusals.push({ reason: 'beyond_horizon', lastDay: last });
  const fits = start + prepared.duration <= open.end;
  if (!fits) refusals.push({ reason: 'outside_hours', closes: open.end });
  if (labelOf(prepared.zone, date, day, start) === null) refusals.push({ reason: 'ambiguous_time' });
  const blocked = blockedBy(looked, start);
  const gap = fits && blocked.length === 0 ? gapLeft(prepared, start, open) : null;
  if (gap !== null) refusals.push({ reason: 'gap', minutes: gap / 60_000 });
  return [...refusals, ...blocked];
};

/**
 * Every candidate of each date with all that refuses it; those without refusals are just what `offeredSlots`
 * gives. A date without working hours has no candidates. Made for people asking why, not for speed.
 */
export const explainSlots = <B extends BusyInterval>(
  question: SlotQuestion<B> & { readonly dates: readonly string[] },
): Record<string, Candidate<B>[]> => {
  const prepared = prepare(question);
  const { zone, hours } = prepared;
  const candidatesOn = (date: string): Candidate<B>[] => {
    const open = openHours(zone, hours, date);
    if (!open) return [];
    const looked = { prepared, busy: question.busy, date, day: open.day };
    return open.hours.flatMap((stretch) =>
      candidatesIn(prepared, stretch).map((start) => ({
        start,
        time: zone.wallOf(start).slice(11),
        refusals: refusalsOf(looked, start, stretch),
      })),
    );
  };
  return Object.fromEntries(question.dates.map((date) => [date, candidatesOn(date)]));
};
