import { Rejection } from '@visita/contracts/problem';

/** Returns the value; throws `not-found` if it is undefined. */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Rejection('not-found');
  return value;
};
