import { Rejection } from '@visita/contracts/problem';
import { loadClinic, membershipOf, runsCalendar } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PlannedSeries } from './decider.ts';

/** Reads a series for those who may change its bookings. Throws `not-found` for others. */
export const readSeries = async (
  { domain }: Pick<Dependencies, 'domain'>,
  seriesId: string,
  proId: string,
): Promise<PlannedSeries> => {
  const { state } = await domain.series.load(seriesId);
  if (state.status === 'none') throw new Rejection('not-found');
  const clinic = await loadClinic(domain, state.clinicId);
  const treats = state.proId === proId && membershipOf(clinic, proId) !== undefined;
  if (!treats && !runsCalendar(clinic, proId)) throw new Rejection('not-found');
  return state;
};
