import type { Language } from '@visita/contracts/language';
import type { BookedPatient } from '../../lib/booking/booked-patient.ts';
import { contactIn } from '../../lib/booking/typed-contact.ts';

/** Patient of a new booking; `known` is the id of a patient on the professional's list. */
export type PatientDraft = Omit<BookedPatient, 'id'> & {
  known: string | null;
  /** Professional of the known patient. */
  pro_id?: string;
  /** True if the patient has no phone. */
  withoutPhone: boolean;
  /** True if the patient has no email. */
  withoutEmail: boolean;
  /** True if the email is asked for beside the name: the patient was added by another text than an email. */
  asksEmail: boolean;
  /** Whether the privacy notice was given to a new patient, and whether they agree to marketing. */
  privacyNotice?: boolean;
  marketingConsent?: boolean;
  /** Language of the mails, if it was chosen for this booking. */
  chosen?: Language;
};

export const draftOf = (patient: BookedPatient & { pro_id?: string | undefined }): PatientDraft => {
  const { id, name, email, prefix, phone, birth_date, responsible_id, relation, language } = patient;
  return {
    name,
    email,
    prefix,
    phone,
    birth_date,
    responsible_id,
    relation,
    ...(language && { language }),
    ...(patient.pro_id && { pro_id: patient.pro_id }),
    known: id,
    withoutPhone: phone === '',
    withoutEmail: email === '',
    asksEmail: false,
  };
};

const emptyPatient: PatientDraft = {
  name: '',
  email: '',
  prefix: '',
  phone: '',
  birth_date: '',
  responsible_id: '',
  relation: '',
  known: null,
  withoutPhone: false,
  withoutEmail: false,
  asksEmail: false,
};

/** Texts typed before the patient is chosen or added; `without` is true if a new patient has no email. */
export type NewContact = {
  /** Text of the search. */
  readonly query: string;
  readonly email: string;
  readonly without: boolean;
  /** The new patient whose email is being changed. */
  readonly changed?: PatientDraft;
};

export const noContact: NewContact = { query: '', email: '', without: false };

/** Returns a new patient with the text of the search, over what was typed for them before. */
export const patientTyped = ({ query, changed }: NewContact, prefix: string): PatientDraft => {
  const typed = contactIn(query, changed?.prefix || prefix);
  const given = {
    ...(typed.email && { withoutEmail: false }),
    ...(typed.phone && { withoutPhone: false }),
  };
  const patient = { ...emptyPatient, ...changed, ...typed, ...given };
  return { ...patient, asksEmail: !query.includes('@') };
};

/** Returns a new patient with an email, or without one if it is empty. */
export const patientAdded = ({ changed }: NewContact, email: string): PatientDraft => ({
  ...(changed ?? emptyPatient),
  email,
  withoutEmail: email === '',
  asksEmail: false,
});

/** Returns what the fields show again when the chosen patient is changed: nothing of a patient on the list. */
export const contactOf = (before: PatientDraft | null): NewContact => {
  if (before === null || before.known !== null) return noContact;
  const { name, email, phone, withoutEmail: without, asksEmail } = before;
  return { query: asksEmail ? name || phone : '', email, without, changed: before };
};
