/** Number of backups to keep, each the newest of its day, week or month. */
export type Retention = { readonly daily: number; readonly weekly: number; readonly monthly: number };

export const retention: Retention = { daily: 7, weekly: 4, monthly: 12 };

const day = 86_400_000;

const weekOf = (time: Date): string => {
  const sinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - sinceMonday * day).toISOString().slice(0, 10);
};

const periods = {
  daily: (time: Date) => time.toISOString().slice(0, 10),
  weekly: weekOf,
  monthly: (time: Date) => time.toISOString().slice(0, 7),
} as const satisfies Record<keyof Retention, (time: Date) => string>;

/** Returns the newest of each of the last periods with a backup. */
const newestOf = (newestFirst: readonly Date[], periodOf: (time: Date) => string, count: number): Date[] => {
  const found = new Map<string, Date>();
  for (const time of newestFirst) {
    const period = periodOf(time);
    if (!found.has(period)) found.set(period, time);
  }
  return [...found.values()].slice(0, count);
};

/**
 * Selects the backups to keep by their times: periods without one do not count, so that a pause loses none.
 */
export const keptOf = (times: readonly Date[], rule = retention): ReadonlySet<Date> => {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime());
  return new Set(
    Object.entries(periods).flatMap(([name, periodOf]) =>
      newestOf(newestFirst, periodOf, rule[name as keyof Retention]),
    ),
  );
};
