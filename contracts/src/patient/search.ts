import { isPhoneMeant, phoneQuery } from '../phone/typed.ts';

/** Most lines of the list of patients in one answer. */
export const listMaximum = 100;

/** A name as it is sorted and searched: without capitals and accents, and with single spaces. */
export const searchKey = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

type Searched = {
  readonly name: string;
  readonly email: string;
  readonly prefix: string;
  readonly phone: string;
};

/** Whether some words are in a name or an email, in any case, or are of a phone. Nothing asked for is in everybody's. */
export const isMeant = ({ name, email, ...phone }: Searched, query: string): boolean =>
  searchKey(name).includes(searchKey(query)) ||
  email.includes(query.trim().toLowerCase()) ||
  isPhoneMeant(phone, phoneQuery(query));
