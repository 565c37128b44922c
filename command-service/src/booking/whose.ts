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

const mergesOf = async ({ domain }: Deps, proId: string): Promise<DuplicatesState> =>
  (await domain.duplicates.load(proId)).state;

/**
 * Patients are a pro's own, found again by email, or under the person who cares for them; null where nobody is. Writes
 * nothing. Of records that are merged it is the one that the email leads to: what was typed goes with it where that one
 * is erased.
 */
export const findWhose = async (deps: Deps, asked: Asked): Promise<Whose | null> => {
  const { proId, listed, contact, told } = asked;
  const { email } = told ?? contact;
  // At once, so that it shares a round trip with what else a booking reads.
  const [merges, known] = await Promise.all([
    mergesOf(deps, proId),
    listed || email === null ? null : deps.pseudonyms.find(byEmail(proId, email)),
  ]);
  if (listed) return listed;
  if (known === null) return null;
  if (told === null) return { patientId: known, contactId: null };
  const patientId = await findDependant(deps, merges, { proId, responsibleId: known, ...contact });
  return patientId === null ? null : { patientId, contactId: known };
};

/** The same, or ids for whom nobody knows. Without an email nothing leads there, and only the list does. */
export const makeWhose = async (deps: Deps, asked: Asked, cause: Cause): Promise<Whose> => {
  const { proId, listed, contact, told } = asked;
  const { email } = told ?? contact;
  const { pseudonyms } = deps;
  const merges = await mergesOf(deps, proId);
  if (listed) return listed;
  const answers =
    email === null ? deriveId(cause.id, 'patient') : await pseudonyms.idOf(byEmail(proId, email));
  if (told === null) return { patientId: answers, contactId: null };
  const patientId =
    (await findDependant(deps, merges, { proId, responsibleId: answers, ...contact })) ??
    (await pseudonyms.idOf(dependantOf(proId, answers, contact)));
  return { patientId, contactId: answers };
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
