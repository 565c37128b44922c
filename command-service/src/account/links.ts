import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';

/** The instant so many minutes later. */
export const inMinutes = (at: Date, minutes: number): string =>
  new Date(at.getTime() + minutes * 60_000).toISOString();

/** The mailed link that a caller holds. */
export const linkOf = (caller: Caller) => {
  if (caller.kind !== 'account') throw new Rejection('token-invalid');
  return caller;
};
