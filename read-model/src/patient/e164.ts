import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

type Phone = { readonly prefix: string | null; readonly phone: string | null };

/**
 * Formats a phone as E.164 (`+393330001111`), for texting and finding duplicates; null if it is not a number.
 */
export const e164Of = ({ prefix, phone }: Phone): string | null => {
  if (prefix === null || phone === null) return null;
  const number = parsePhoneNumberFromString(prefix + phone);
  return number?.isPossible() ? number.number : null;
};
