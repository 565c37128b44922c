import { Rejection } from '@visita/contracts/problem';
import type { Domain } from '../domain.ts';

/** Refuses what a professional changes about somebody whose data is restricted; patients decide for themselves. */
export const requireUnrestricted = async (
  { patients }: Pick<Domain, 'patients'>,
  patientId: string,
): Promise<void> => {
  const { state } = await patients.load(patientId);
  if (state.status === 'registered' && state.restricted) throw new Rejection('patient-restricted');
};
