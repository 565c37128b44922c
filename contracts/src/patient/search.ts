import { emailKey } from '../email-key.ts';
import { fold } from '../folding.ts';
import { isPhoneMeant, phoneQuery } from '../phone/typed.ts';

/** Most lines of the list of patients in one answer. */
export const listMaximum = 100;

type Searched = {
  readonly name: string;
  readonly email: string;
  readonly prefix: string;
  readonly phone: string;
};

/** Whether some words are in a name or an email, in any case, or are of a phone. Nothing asked for is in everybody's. */
export const isMeant = ({ name, email, ...phone }: Searched, query: string): boolean =>
  fold(name).includes(fold(query)) ||
  email.includes(query.trim().toLowerCase()) ||
  emailKey(email).includes(emailKey(query)) ||
  isPhoneMeant(phone, phoneQuery(query));
