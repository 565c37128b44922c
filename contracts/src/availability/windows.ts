/** A wall-clock interval of a day. Hours are `HH:mm` or `HH:mm:ss`; an end may be `24:00`. */
export type DayWindow = { readonly startingHour: string; readonly endingHour: string };

/** A weekly working window. Without the optional fields it applies to every week. */
export type WorkingWindow = DayWindow & {
  /** 1 to 7 for Monday to Sunday; 8 and 9 are the shorthands of {@link weekdaysOf}. */
  readonly workingDay: number;
  /** First and last date on which it applies, `YYYY-MM-DD`, both inclusive. */
  readonly validFrom?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
  /** Interval in weeks, counted from the week of `anchorMonday`. */
  readonly everyWeeks?: number | null | undefined;
  readonly anchorMonday?: string | null | undefined;
};

/** A half-open interval `[start, end)`, in epoch ms, or in seconds of a day's wall clock if stated. */
export type Interval = { readonly start: number; readonly end: number };

/** Weekdays of each `working_day`, 1 to 7 for Monday to Sunday. */
export const weekdaysOf: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [2],
  3: [3],
  4: [4],
  5: [5],
  6: [6],
  7: [7],
  8: [1, 2, 3, 4, 5],
  9: [1, 2, 3, 4, 5, 6, 7],
};

export const secondsOfDay = 86_400;

/** Expands shorthands to one entry per weekday. Used when availabilities are written. */
export const expandWorkingDays = <W extends { readonly workingDay: number }>(windows: readonly W[]): W[] =>
  windows.flatMap((window) =>
    (weekdaysOf[window.workingDay] ?? []).map((workingDay) => ({ ...window, workingDay })),
  );

const secondsAt = (hour: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = hour.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
};

/** A window in seconds of the wall clock. An end of 23:59 or later means the end of the day. */
export const spanOf = ({ startingHour, endingHour }: DayWindow): Interval => {
  const end = secondsAt(endingHour);
  return { start: secondsAt(startingHour), end: end >= secondsOfDay - 60 ? secondsOfDay : end };
};

/** Whether the end is not after the start. Such a window is refused on write and ignored on read. */
export const isInverted = (window: DayWindow): boolean => {
  const span = spanOf(window);
  return span.end <= span.start;
};

/** Returns the intervals sorted by start and merged if they overlap or touch, without empty and inverted ones. */
export const mergeIntervals = (intervals: readonly Interval[]): Interval[] => {
  const merged: { start: number; end: number }[] = [];
  let last: { start: number; end: number } | undefined;
  const sorted = intervals.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  for (const { start, end } of sorted) {
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push((last = { start, end }));
  }
  return merged;
};

/**
 * Merged windows of each weekday, 1 to 7, in seconds of its wall clock. An end of 86,400 is the next local midnight;
 * windows are not merged across it.
 */
export const weekOf = (windows: readonly WorkingWindow[]): ReadonlyMap<number, readonly Interval[]> => {
  const week = new Map<number, Interval[]>();
  for (const window of expandWorkingDays(windows)) {
    const day = week.get(window.workingDay) ?? [];
    week.set(window.workingDay, [...day, spanOf(window)]);
  }
  for (const [weekday, spans] of week) week.set(weekday, mergeIntervals(spans));
  return week;
};

/** Index of the first of some sorted, disjoint intervals that ends after a moment. */
export const firstEndingAfter = (busy: readonly Interval[], moment: number): number => {
  let low = 0;
  let high = busy.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (busy[middle]!.end > moment) high = middle;
    else low = middle + 1;
  }
  return low;
};
