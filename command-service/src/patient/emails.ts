import { emailKey } from '@visita/contracts/email-key';
import { readable } from '@visita/contracts/event';
import { PatientEmailTaken, Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import { byEmail } from './known.ts';

type Deps = Pick<Dependencies, 'pseudonyms' | 'domain'>;
type Claiming = { readonly proId: string; readonly patientId: string; readonly callerId: string };

/**
 * Makes an email lead to a patient. Throws `email-taken` if another patient has it, and tells that one's id to the
 * professional of both. An email of a request that was never confirmed is free.
 */
export const claimEmail = async (
  { pseudonyms, domain }: Deps,
  { proId, patientId, callerId }: Claiming,
  email: string,
): Promise<void> => {
  const value = byEmail(proId, email);
  const ownerId = await pseudonyms.lead(value, patientId);
  if (ownerId === patientId) return;
  const { state } = await domain.patients.load(ownerId);
  if (state.status === 'registered')
    throw callerId === proId ? new PatientEmailTaken(ownerId) : new Rejection('email-taken');
  await pseudonyms.forget(value);
  if ((await pseudonyms.lead(value, patientId)) !== patientId) throw new Rejection('email-taken');
};

/** Frees the patient's previous email, and an email that was claimed for the patient but not recorded. */
const releaseEmails = async (
  { pseudonyms, domain }: Deps,
  patientId: string,
  claimed: string,
): Promise<void> => {
  const { state } = await domain.patients.load(patientId);
  if (state.status !== 'registered') return;
  const present = readable(state.email);
  for (const email of [claimed, readable(state.previousEmail)]) {
    if (email === null || (present !== null && emailKey(email) === emailKey(present))) continue;
    const value = byEmail(state.proId, email);
    if ((await pseudonyms.find(value)) === patientId) await pseudonyms.forget(value);
  }
};

/** Makes an email lead to a patient, records it by `update`, and frees the email that the patient does not have. */
export const changeEmail = async <Updated>(
  deps: Deps,
  { email, ...claiming }: Claiming & { readonly email: string },
  update: () => Promise<Updated>,
): Promise<Updated> => {
  await claimEmail(deps, claiming, email);
  try {
    return await update();
  } finally {
    await releaseEmails(deps, claiming.patientId, email);
  }
};
