import type { ContactPerson } from '@visita/contracts/booking/events';
import { isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';
import { isSeen } from '../patient/colleagues.ts';
import type { PatientDeps } from '../patient/deps.ts';
import { byEmail, dependantOf, requirePatient } from '../patient/known.ts';
import type { DuplicatesState } from '../patient/duplicates.decider.ts';
import { findDependant, keptOf } from '../patient/merged.ts';
import type { NewBooking } from './decider.ts';

/**
 * Ids on the treating professional's list: the patient who attends, and the contact who gets the mails in their
 * place.
 */
export type PatientIds = { readonly patientId: string; readonly contactId: string | null };

/** A person for whom a booking is requested. */
export type BookedPerson = {
  readonly proId: string;
  /** The person's ids, if they are known already. */
  readonly listed?: PatientIds | undefined;
  /** Contact of the patient who attends. */
  readonly contact: NewBooking['contact'];
  /** Contact of the person who cares for the patient and gets the mails. */
  readonly told: ContactPerson | null;
};

type Deps = Pick<Dependencies, 'pseudonyms' | 'domain'>;

/** Returns which records of a professional's list are merged. */
export const mergesOf = async ({ domain }: Pick<Deps, 'domain'>, proId: string): Promise<DuplicatesState> =>
  (await domain.duplicates.load(proId)).state;

/** A person to find, and the merges of the professional's list. */
type Sought = { readonly person: BookedPerson; readonly merges: DuplicatesState };

/**
 * Finds a professional's own patient by email, or among the dependants of the responsible person;
 * null if there is none. Writes nothing. Of merged records, returns the record with the email, so
 * that the typed data is erased with it.
 */
export const findPatientIds = async (
  { pseudonyms }: Pick<Deps, 'pseudonyms'>,
  { person, merges }: Sought,
): Promise<PatientIds | null> => {
  const { proId, listed, contact, told } = person;
  const { email } = told ?? contact;
  if (listed) return listed;
  const known = email === null ? null : await pseudonyms.find(byEmail(proId, email));
  if (known === null) return null;
  if (told === null) return { patientId: known, contactId: null };
  const patientId = await findDependant({ pseudonyms }, merges, { proId, responsibleId: known, ...contact });
  return patientId === null ? null : { patientId, contactId: known };
};

/** Finds a patient, or creates ids. Without an email only a listed patient is found. */
export const makePatientIds = async (
  { pseudonyms }: Pick<Deps, 'pseudonyms'>,
  { person, merges }: Sought,
  cause: Cause,
): Promise<PatientIds> => {
  const { proId, listed, contact, told } = person;
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
 * Returns the professional on whose list a patient is: the caller, the one who treats, or a colleague whose patient
 * the caller sees. Throws `not-found`.
 */
const listOf = async (
  deps: Pick<Deps, 'domain'> & Pick<PatientDeps, 'bookingsOf'>,
  id: string,
  { caller, treats }: Lists,
): Promise<string> => {
  const { state } = await deps.domain.patients.load(id);
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { proId } = state;
  if (proId === caller || proId === treats || (await isSeen(deps, id, [caller, proId]))) return proId;
  throw new Rejection('not-found');
};

/**
 * Returns the person for whom a professional books. The contact of a listed dependant is their
 * current responsible person. On another professional's list the same person has another id, or
 * none. Throws `not-found`.
 */
export const personOfPro = async (
  deps: Pick<Deps, 'domain'> & Pick<PatientDeps, 'bookingsOf'>,
  { id, ...typed }: Typed,
  { caller, treats }: Lists,
): Promise<BookedPerson> => {
  const { domain } = deps;
  const contact = { ...typed, patientNotes: '' };
  if (id === undefined) return { proId: treats, contact, told: null };
  const proId = await listOf(deps, id, { caller, treats });
  const patient = await requirePatient(domain, await keptOf(domain, proId, id), [proId]);
  const own = proId === treats;
  // A form that was opened before a correction still holds the old email.
  const reached = { ...contact, email: readable(patient.email) ?? contact.email };
  const listed = (contactId: string | null) => (own ? { patientId: id, contactId } : undefined);
  if (patient.under === null) return { proId: treats, listed: listed(null), contact: reached, told: null };
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
