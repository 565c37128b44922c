import { median } from './median.ts';

/** Rounds compared with the same number before them. */
const compared = 3;
/** Maximum gain of a round that counts as noise. */
const gain = 1.05;

/** Tells whether rounds no longer get faster: caches are filled in the first ones. */
export const isSteady = (rates: readonly number[]): boolean =>
  rates.length >= 2 * compared &&
  median(rates.slice(-compared)) <= gain * median(rates.slice(-2 * compared, -compared));
