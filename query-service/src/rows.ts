import { Rejection } from '@visita/contracts/problem';

/** The only row, or `not-found`. */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Rejection('not-found');
  return value;
};
