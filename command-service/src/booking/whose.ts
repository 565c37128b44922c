import type { ContactPerson } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Dependencies } from '../dependencies.ts';
import { byEmail, dependantOf, requirePatient } from '../patient/known.ts';
import type { NewBooking } from './decider.ts';

/** Who attends, and who is told where that is somebody else: ids of the treating professional's list. */
export type Whose = { readonly patientId: string; readonly contactId: string | null };

/** Whom somebody asks for. */
export type Asked = {
  readonly proId: string;
  /** Who that is, where it is known already. */
  readonly listed?: Whose | undefined;
  /** Of who attends. */
  readonly contact: NewBooking['contact'];
  /** Of the person who cares for them and is told. */
  readonly told: ContactPerson | null;
};

type Deps = Pick<Dependencies, 'pseudonyms' | 'domain'>;

/** Patients are a pro's own, found again by email, or under the person who cares for them; null where nobody is. Writes nothing. */
export const findWhose = async ({ pseudonyms }: Deps, asked: Asked): Promise<Whose | null> => {
  const { proId, listed, contact, told } = asked;
  if (listed) return listed;
  const { email } = told ?? contact;
  const known = email === null ? null : await pseudonyms.find(byEmail(proId, email));
  if (known === null || told === null) return known === null ? null : { patientId: known, contactId: null };
  const patientId = await pseudonyms.find(dependantOf(proId, known, contact));
  return patientId === null ? null : { patientId, contactId: known };
};

/** The same, or ids for whom nobody knows. Without an email nothing leads there, and only the list does. */
export const makeWhose = async ({ pseudonyms }: Deps, asked: Asked, cause: Cause): Promise<Whose> => {
  const { proId, listed, contact, told } = asked;
  if (listed) return listed;
  const { email } = told ?? contact;
  const answers =
    email === null ? deriveId(cause.id, 'patient') : await pseudonyms.idOf(byEmail(proId, email));
  if (told === null) return { patientId: answers, contactId: null };
  return {
    patientId: await pseudonyms.idOf(dependantOf(proId, answers, contact)),
    contactId: answers,
  };
};

type Typed = { readonly id?: string | undefined } & ContactPerson;
type Lists = { readonly caller: string; readonly treats: string };

/**
 * Whom a pro books for. Of somebody of the list who is cared for, the contact is the person who answers for them by now. Another
 * professional knows the same person by another id, or not yet.
 */
export const askedByPro = async (
  { domain }: Deps,
  { id, ...typed }: Typed,
  { caller, treats }: Lists,
): Promise<Asked> => {
  const contact = { ...typed, patientNotes: '' };
  if (id === undefined) return { proId: treats, contact, told: null };
  const patient = await requirePatient(domain, id, [caller, treats]);
  const own = patient.proId === treats;
  const listed = (contactId: string | null) => (own ? { patientId: id, contactId } : undefined);
  if (patient.under === null) return { proId: treats, listed: listed(null), contact, told: null };
  const { responsibleId } = patient.under;
  const responsible = await requirePatient(domain, responsibleId, [patient.proId]);
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
