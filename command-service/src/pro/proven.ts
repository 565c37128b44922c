import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from './state.ts';

type Deps = Pick<Dependencies, 'strict'>;

/** Tells whether the address does not count yet: the account's creator may not own it. */
export const isUnproven = ({ strict }: Deps, { addressProven }: Pick<ProAccount, 'addressProven'>): boolean =>
  !addressProven && strict;

/** Throws `address-unproven` if proof is required and missing. */
export const requireProven = (deps: Deps, pro: Pick<ProAccount, 'addressProven'>): void => {
  if (isUnproven(deps, pro)) throw new Rejection('address-unproven');
};
