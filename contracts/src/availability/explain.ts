import { conflictsOf } from './blockers.ts';
import { gapLeft } from './gaps.ts';
import { openHours } from './hours.ts';
import { prepare, type BusyInterval, type Prepared, type SlotQuestion } from './question.ts';
import { candidatesIn, labelOf } from './slots.ts';
import type { Interval } from './windows.ts';
import type { LocalDay } from './zones.ts';

/** Reason for refusing a candidate: a rule (see `slots.ts`), or the busy interval that it overlaps. */
export type Refusal<B extends BusyInterval> =
  /** It starts at or before now, or on a day before today. */
  | { readonly reason: 'past' }
  /** It starts before `earliest` (epoch ms), the end of the minimum notice. */
  | { readonly reason: 'notice'; readonly earliest: number }
  | { readonly reason: 'beyond_horizon'; readonly lastDay: string }
  /** It ends after its working hours, which end at `closes` (epoch ms). */
  | { readonly reason: 'outside_hours'; readonly closes: number }
  /** Its `HH:mm` denotes another instant, because it lies in the second pass of a repeated hour. */
  | { readonly reason: 'ambiguous_time' }
  | { readonly reason: 'busy'; readonly busy: B }
  /** The visit's time is free, but its buffer's is not. */
  | { readonly reason: 'buffer'; readonly busy: B }
  /** It leaves a gap of this many minutes, too short for any service. */
  | { readonly reason: 'gap'; readonly minutes: number };

/** A possible start, in epoch ms. It is offered if it has no refusals. */
export type Candidate<B extends BusyInterval> = {
  readonly start: number;
  /** Wall-clock `HH:mm`, even if ambiguous. */
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
 * Returns every candidate of each date with all its refusals. Those without refusals are exactly the result of
 * `offeredSlots`. A date without working hours has no candidates. Slow: meant for explanations only.
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
