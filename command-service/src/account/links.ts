import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';

export const inMinutes = (at: Date, minutes: number): string =>
  new Date(at.getTime() + minutes * 60_000).toISOString();

/** Returns the caller's mailed link; throws `token-invalid` for other callers. */
export const linkOf = (caller: Caller) => {
  if (caller.kind !== 'account') throw new Rejection('token-invalid');
  return caller;
};
