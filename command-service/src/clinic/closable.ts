import { Rejection } from '@visita/contracts/problem';
import { loadClinic, membershipOf, refusal, runsCalendar } from '../access.ts';
import type { Domain } from '../domain.ts';
import { loadPro, planOf } from '../pro/view.ts';
import type { Clinic } from './state.ts';

/** Returns the present and former members of a clinic. */
export const prosOf = ({ team }: Clinic): string[] => [...new Set(team.map(({ proId }) => proId))];

/** Loads a clinic for an owner or manager who may plan closings, if the owner's plan includes them. */
export const closableClinic = async (domain: Domain, clinicId: string, proId: string) => {
  const clinic = await loadClinic(domain, clinicId);
  if (!runsCalendar(clinic, proId)) throw refusal(membershipOf(clinic, proId) !== undefined);
  const owner = await loadPro(domain, clinic.ownerId);
  if (!planOf(owner).vacationFunction) throw new Rejection('plan-required');
  return clinic;
};
