import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from './state.ts';

type Deps = Pick<Dependencies, 'rules'>;

/** Whether the account's address counts for nobody yet: the person who signed up may not own it. */
export const isUnproven = ({ rules }: Deps, { addressProven }: Pick<ProAccount, 'addressProven'>): boolean =>
  !addressProven && rules.isOn('proven-addresses');

/** Refuses who has not proven their address. */
export const requireProven = (deps: Deps, pro: Pick<ProAccount, 'addressProven'>): void => {
  if (isUnproven(deps, pro)) throw new Rejection('address-unproven');
};
