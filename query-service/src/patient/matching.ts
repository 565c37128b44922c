import { emailKey } from '@visita/contracts/email-key';
import { fold } from '@visita/contracts/folding';
import { phoneQuery } from '@visita/contracts/phone/typed';

/** Number of SQL parameters of a search. */
const parameters = 5;

/** Returns the values of the SQL parameters of a search. */
export const searchValues = (search: string): string[] => {
  const { within, begins } = phoneQuery(search);
  return [fold(search), search.trim().toLowerCase(), emailKey(search), within, begins];
};

/**
 * Returns the SQL version of `isMeant`, for a patient of an alias: the five parameters of a search begin at this
 * number. An empty query matches nothing.
 */
export const named = (alias: string, first: number): string => {
  const [name, email, key, within, begins] = Array.from(
    { length: parameters },
    (_, index) => `$${first + index}`,
  );
  const phoned = `(${within} <> '' and position(${within} in ${alias}.phone) > 0) or (${begins} <> '' and (
    starts_with(ltrim(${alias}.phone, '0'), ${begins})
    or starts_with(ltrim(${alias}.prefix, '+') || ltrim(${alias}.phone, '0'), ${begins})))`;
  return `(${name} <> '' and (position(${name} in ${alias}.name_key) > 0 or position(${key} in ${alias}.email_key) > 0
    or (${alias}.email <> ${alias}.email_key and position(${email} in ${alias}.email) > 0) or ${phoned}))`;
};
