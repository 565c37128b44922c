import { emailKey } from '@visita/contracts/email-key';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { PersonalValue } from '@visita/platform/vault/pseudonyms';
import type { Domain } from '../domain.ts';

/** Returns the value that identifies a patient on a pro's list by email. */
export const byEmail = (proId: string, email: string): PersonalValue => ({
  kind: 'patient',
  scope: proId,
  value: emailKey(email),
});

/** Name and date of birth, which distinguish the dependants of one person. */
export type Born = { readonly name: string; readonly birthDate?: string | null | undefined };

/** Returns the value that identifies a dependant: normalized name and date of birth. */
export const dependantOf = (
  proId: string,
  responsibleId: string,
  { name, birthDate = null }: Born,
): PersonalValue => {
  const spelt = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return { kind: 'dependant', scope: proId, value: JSON.stringify([responsibleId, spelt, birthDate]) };
};

/** Returns a registered patient on one of these pros' lists; throws `not-found` otherwise. */
export const requirePatient = async (
  { patients }: Pick<Domain, 'patients'>,
  patientId: string,
  proIds: readonly string[],
) => {
  const { state } = await patients.load(patientId);
  if (state.status !== 'registered' || !proIds.includes(state.proId)) throw new Rejection('not-found');
  const { email, contact } = state;
  if (isErased(email) || isErased(contact)) throw new Rejection('not-found');
  return { ...state, email, contact };
};
