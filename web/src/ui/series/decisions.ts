import type { SeriesPlan } from '@visita/contracts/series/views';

/** Decisions about dates: another start, the date itself, or null to leave it out. */
export type Decisions = Record<string, string | null>;

/** Returns the decisions as calls take them. */
export const decisionsOf = (decisions: Decisions) =>
  Object.entries(decisions).map(([date, use]) => ({ date, use }));

type Visits = SeriesPlan['visits'];

export const undecided = (visits: Visits): number => visits.filter(({ decided }) => !decided).length;

/** Returns the number of visits that would be booked. */
export const bookedCount = (visits: Visits): number => visits.filter(({ use }) => use !== null).length;
