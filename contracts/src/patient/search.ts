import { emailKey } from '../email-key.ts';
import { fold } from '../folding.ts';
import { isPhoneMeant, phoneQuery } from '../phone/typed.ts';

/** Maximum number of persons in a search of a clinic's patients; further letters refine it. */
export const clinicSearchMaximum = 20;

/** Maximum page size of the patient list. */
export const listMaximum = 100;

type Searched = {
  readonly name: string;
  readonly email: string;
  readonly prefix: string;
  readonly phone: string;
};

/**
 * Whether a query matches: part of a name or email, in any case, or of a phone. An empty query matches everything.
 */
export const isMeant = ({ name, email, ...phone }: Searched, query: string): boolean =>
  fold(name).includes(fold(query)) ||
  email.includes(query.trim().toLowerCase()) ||
  emailKey(email).includes(emailKey(query)) ||
  isPhoneMeant(phone, phoneQuery(query));
