import { emailKey } from '@visita/contracts/email-key';
import { type Erased, readable } from '@visita/contracts/event';
import type { Language } from '@visita/contracts/language';
import { fold } from '@visita/contracts/folding';
import { e164Of } from './e164.ts';
import type { PatientContact } from '@visita/contracts/patient/events';

export const contactColumns = (contact: PatientContact | Erased) => {
  const known = readable(contact);
  const { name = null, prefix = null, phone = null } = known ?? {};
  return {
    name,
    name_key: name === null ? null : fold(name),
    prefix,
    phone,
    e164: e164Of({ prefix, phone }),
  };
};

export const emailColumns = (email: string | null) => ({
  email,
  email_key: email === null ? null : emailKey(email),
});

type Registered = {
  readonly email: string | Erased | null;
  readonly contact: PatientContact | Erased;
  readonly birthDate: string | Erased | null;
  readonly language?: Language | undefined;
  readonly under: { readonly responsibleId: string; readonly relation: string } | null;
};

export const patientColumns = ({ email, contact, birthDate, language, under }: Registered) => ({
  ...emailColumns(readable(email)),
  ...contactColumns(contact),
  birth_date: readable(birthDate),
  language: language ?? null,
  responsible_id: under?.responsibleId ?? null,
  relation: under?.relation ?? null,
});
