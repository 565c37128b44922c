import type { Contact, BookingContact } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import { type Step, step } from '@visita/platform/runtime/commit';
import type { Domain } from '../domain.ts';
import type { PatientCommand } from './decider.ts';
import { seenKept } from './merged.ts';

type Booked = {
  patientId: string;
  proId: string;
  contact: Contact;
  told: BookingContact | null;
  language: Language;
  languageChosen?: true | undefined;
  textsConsent?: true | undefined;
};

type Register = Extract<PatientCommand, { type: 'register' }>;

const chosenBy = ({ language, languageChosen }: Booked) => (languageChosen ? { language } : {});

/**
 * Returns the missing records of a booking: the patient's, and the responsible person's if another
 * person booked. Existing records stay; an erased patient is registered again under another id. The
 * person who gets the mails gets the language chosen for them.
 */
const missingRecords = ({ patients }: Pick<Domain, 'patients'>, booked: Booked): Register[] => {
  const { patientId, proId, told } = booked;
  const { name, email, prefix, phone, birthDate = null } = booked.contact;
  const known = told && !isErased(told.contact) ? { ...told, contact: told.contact } : null;
  const language = chosenBy(booked);
  const own = known ? {} : language;
  const patient = { patientId, proId, email, contact: { name, prefix, phone }, birthDate, ...own };
  const under = known && ({ responsibleId: known.contactId, relation: 'other' } as const);
  const records: Register[] = [{ type: 'register', patient, under }];
  if (known) {
    const { email: toldEmail, ...contact } = known.contact;
    const responsible = { proId, email: toldEmail, contact, birthDate: null, ...language };
    records.unshift({ type: 'register', patient: { patientId: known.contactId, ...responsible } });
  }
  return records.filter((record) => patients.peek(record.patient.patientId).status === 'none');
};

/**
 * Creates the steps that register the patient, and the responsible person if there is one, unless
 * the pro has their records.
 */
export const registerSteps = (domain: Pick<Domain, 'patients'>, booked: Booked): Step[] =>
  missingRecords(domain, booked).map((record) => step(domain.patients, record.patient.patientId, record));

/**
 * Creates the step that records the chosen language for the person who gets the mails, if they have
 * a record already. Only the call that confirms a booking takes this step: a process that repeats it
 * later could undo a newer choice.
 */
export const languageSteps = (domain: Pick<Domain, 'patients' | 'duplicates'>, booked: Booked): Step[] => {
  if (!booked.languageChosen) return [];
  const patientId = seenKept(domain, booked.proId, booked.told?.contactId ?? booked.patientId);
  if (domain.patients.peek(patientId).status !== 'registered') return [];
  return [step(domain.patients, patientId, { type: 'choose-language', language: booked.language })];
};

/**
 * Creates the step that records the consent to texts of the person who gets the mails, after the step that registers
 * them. Only the call that confirms a booking takes this step, as with the language.
 */
export const textsSteps = (domain: Pick<Domain, 'patients' | 'duplicates'>, booked: Booked): Step[] => {
  const patientId = seenKept(domain, booked.proId, booked.told?.contactId ?? booked.patientId);
  const state = domain.patients.peek(patientId);
  const isClosed = state.status !== 'none' && (state.status !== 'registered' || state.restricted);
  if (!booked.textsConsent || isClosed) return [];
  return [step(domain.patients, patientId, { type: 'choose-messages', texts: true, by: 'booking' })];
};
