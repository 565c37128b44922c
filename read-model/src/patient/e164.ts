import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

type Phone = { readonly prefix: string | null; readonly phone: string | null };

/** A phone as every network writes it, `+393330001111`, for texts and to find doubles; null where it makes no number. */
export const e164Of = ({ prefix, phone }: Phone): string | null => {
  if (prefix === null || phone === null) return null;
  const number = parsePhoneNumberFromString(prefix + phone);
  return number?.isPossible() ? number.number : null;
};
