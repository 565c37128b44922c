import { emailKey } from '@visita/contracts/email-key';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { PersonalValue } from '@visita/platform/vault/pseudonyms';
import type { Domain } from '../domain.ts';

/** What a patient is known by among a pro's: the key of their email. */
export const byEmail = (proId: string, email: string): PersonalValue => ({
  kind: 'patient',
  scope: proId,
  value: emailKey(email),
});

/** By what the dependants of one person are told apart. */
export type Born = { readonly name: string; readonly birthDate?: string | null | undefined };

/** What somebody is known by under the person who cares for them: name, however it is spaced and cased, and date of birth. */
export const dependantOf = (
  proId: string,
  responsibleId: string,
  { name, birthDate = null }: Born,
): PersonalValue => {
  const spelt = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return { kind: 'dependant', scope: proId, value: JSON.stringify([responsibleId, spelt, birthDate]) };
};

/** A patient who is there, on one of these pros' lists; to others there is none. */
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
