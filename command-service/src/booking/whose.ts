import type { ContactPerson } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';
import { byEmail, dependantOf, requirePatient } from '../patient/known.ts';
import type { DuplicatesState } from '../patient/duplicates.decider.ts';
import { findDependant, keptOf } from '../patient/merged.ts';
import type { NewBooking } from './decider.ts';

/** The patient who attends, and the person who is told in their place: ids of the treating professional's list. */
export type Whose = { readonly patientId: string; readonly contactId: string | null };

/** A person for whom a booking is asked. */
export type Asked = {
  readonly proId: string;
  /** The person's ids, if they are known already. */
  readonly listed?: Whose | undefined;
  /** Contact of the patient who attends. */
  readonly contact: NewBooking['contact'];
  /** Contact of the person who cares for them and is told. */
  readonly told: ContactPerson | null;
};

type Deps = Pick<Dependencies, 'pseudonyms' | 'domain'>;

/** Returns which records of a professional's list are merged. */
export const mergesOf = async ({ domain }: Pick<Deps, 'domain'>, proId: string): Promise<DuplicatesState> =>
  (await domain.duplicates.load(proId)).state;

/** A person who is asked for, and the merges of the professional's list. */
type Sought = { readonly asked: Asked; readonly merges: DuplicatesState };

/**
 * Finds a professional's own patient by email, or under the person who cares for them; null if there is none. Writes
 * nothing. Of merged records it is the one that the email leads to: what was typed goes with it once that one is erased.
 */
export const findWhose = async (
  { pseudonyms }: Pick<Deps, 'pseudonyms'>,
  { asked, merges }: Sought,
): Promise<Whose | null> => {
  const { proId, listed, contact, told } = asked;
  const { email } = told ?? contact;
  if (listed) return listed;
  const known = email === null ? null : await pseudonyms.find(byEmail(proId, email));
  if (known === null) return null;
  if (told === null) return { patientId: known, contactId: null };
  const patientId = await findDependant({ pseudonyms }, merges, { proId, responsibleId: known, ...contact });
  return patientId === null ? null : { patientId, contactId: known };
};

/** Finds a patient, or makes the ids of a new one. Without an email only the list leads to a patient. */
export const makeWhose = async (
  { pseudonyms }: Pick<Deps, 'pseudonyms'>,
  { asked, merges }: Sought,
  cause: Cause,
): Promise<Whose> => {
  const { proId, listed, contact, told } = asked;
  const { email } = told ?? contact;
  if (listed) return listed;
  const answers =
    email === null ? deriveId(cause.id, 'patient') : await pseudonyms.idOf(byEmail(proId, email));
  if (told === null) return { patientId: answers, contactId: null };
  const patientId =
    (await findDependant({ pseudonyms }, merges, { proId, responsibleId: answers, ...contact })) ??
    (await pseudonyms.idOf(dependantOf(proId, answers, contact)));
  return { patientId, contactId: answers };
};

type Typed = { readonly id?: string | undefined } & ContactPerson;
type Lists = { readonly caller: string; readonly treats: string };

/**
 * Returns the person for whom a professional books. The contact of a listed dependant is the person who answers for them
 * now. Another professional knows the same person by another id, or not yet. Throws `not-found`.
 */
export const askedByPro = async (
  { domain }: Deps,
  { id, ...typed }: Typed,
  { caller, treats }: Lists,
): Promise<Asked> => {
  const contact = { ...typed, patientNotes: '' };
  if (id === undefined) return { proId: treats, contact, told: null };
  const { proId } = await requirePatient(domain, id, [caller, treats]);
  const patient = await requirePatient(domain, await keptOf(domain, proId, id), [proId]);
  const own = proId === treats;
  const listed = (contactId: string | null) => (own ? { patientId: id, contactId } : undefined);
  if (patient.under === null) return { proId: treats, listed: listed(null), contact, told: null };
  const responsibleId = await keptOf(domain, proId, patient.under.responsibleId);
  const responsible = await requirePatient(domain, responsibleId, [proId]);
  if (isErased(responsible.contact)) throw new Rejection('not-found');
  const { birthDate } = patient;
  return {
    proId: treats,
    listed: listed(responsibleId),
    contact: {
      ...contact,
      email: null,
      prefix: null,
      phone: null,
      ...(birthDate === null || isErased(birthDate) ? {} : { birthDate }),
    },
    told: { ...responsible.contact, email: responsible.email },
  };
};
