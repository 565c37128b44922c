import { Rejection } from '@visita/contracts/problem';
import { plannableHub } from '../access.ts';
import type { Domain } from '../domain.ts';
import { loadPro, planOf } from '../pro/view.ts';

/**
 * Loads a hub for its own pro, or for those who run the clinic's calendar, if a plan includes vacations: the pro's own,
 * or for a colleague also the clinic owner's.
 */
export const vacationableHub = async (domain: Domain, hubId: string, proId: string) => {
  const found = await plannableHub(domain, hubId, proId);
  const { hub, clinic } = found;
  const pro = await loadPro(domain, hub.proId);
  const payers = hub.proId === proId ? [pro] : [pro, await loadPro(domain, clinic.ownerId)];
  if (!payers.some((payer) => planOf(payer).vacationFunction)) throw new Rejection('plan-required');
  return { ...found, pro };
};
