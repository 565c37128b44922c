import { median } from './median.ts';

/** So many rounds are set beside as many before them. */
const beside = 3;
/** What a round may still gain, in noise. */
const gain = 1.05;

/** Whether rounds no longer get faster: what is kept is asked for the first time in those before. */
export const isSteady = (rates: readonly number[]): boolean =>
  rates.length >= 2 * beside &&
  median(rates.slice(-beside)) <= gain * median(rates.slice(-2 * beside, -beside));
