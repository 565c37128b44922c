import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from './state.ts';

type Deps = Pick<Dependencies, 'strict'>;

/**
 * Returns whether the email address must still be verified: the person who created the account may
 * not own it.
 */
export const isUnproven = ({ strict }: Deps, { addressProven }: Pick<ProAccount, 'addressProven'>): boolean =>
  !addressProven && strict;

/** Throws `address-unproven` if the email address must be verified and is not. */
export const requireProven = (deps: Deps, pro: Pick<ProAccount, 'addressProven'>): void => {
  if (isUnproven(deps, pro)) throw new Rejection('address-unproven');
};
