import { Rejection } from '@visita/contracts/problem';
import { ownHub } from '../access.ts';
import type { Domain } from '../domain.ts';
import { loadPro, planOf } from '../pro/view.ts';

/** Loads a hub for its own pro, if their plan includes vacations. */
export const vacationableHub = async (domain: Domain, hubId: string, proId: string) => {
  const found = await ownHub(domain, hubId, proId);
  const pro = await loadPro(domain, proId);
  if (!planOf(pro).vacationFunction) throw new Rejection('plan-required');
  return { ...found, pro };
};
