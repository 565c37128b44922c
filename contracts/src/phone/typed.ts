import { prefixes } from '../reference/prefixes.ts';

/** A phone number as it was typed, without its marks. */
export type TypedPhone = {
  /** Its dial prefix, such as `+39`; null where it has none that is offered. */
  readonly dial: string | null;
  /** Whether it begins with a prefix, offered or not. */
  readonly international: boolean;
  /** Digits after the prefix; all digits if the prefix is not known. */
  readonly digits: string;
};

/** Takes a typed number apart. `+39 …`, `0039 …` and `+44 (0)20 …` are understood. */
export const takeApart = (typed: string): TypedPhone => {
  const text = typed.replaceAll(/[^+\d(0)]/g, '').replace(/^00/, '+');
  const international = text.startsWith('+');
  const all = (international ? text.replace('(0)', '') : text).replaceAll(/\D/g, '');
  const dial = international ? prefixes.find((prefix) => `+${all}`.startsWith(prefix.dial))?.dial : undefined;
  return { dial: dial ?? null, international, digits: all.slice((dial ?? '+').length - 1) };
};

/** Whether more digits can still make an offered prefix of what was typed. */
export const mayBecomePrefix = (digits: string): boolean =>
  prefixes.some(({ dial }) => dial.startsWith(`+${digits}`));

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');

/** Parses the phone number in a query; an empty text has none. */
export type PhoneQuery = {
  /** Digits anywhere in the number without its prefix. */
  readonly within: string;
  /** Beginning of the number, with its prefix or without, where leading zeros of the number do not count. */
  readonly begins: string;
};

/** Reads a query as a phone number or a part of one, with a prefix or without; asks nothing where it is none. */
export const phoneQuery = (query: string): PhoneQuery => {
  if (!/^[\s\d+()./\p{Pd}]+$/u.test(query)) return { within: '', begins: '' };
  const { dial, international, digits } = takeApart(query.trim());
  return {
    within: international ? '' : digits,
    begins: (dial ?? '').slice(1) + withoutZeros(digits),
  };
};

/** Whether a stored number is asked for. */
export const isPhoneMeant = (
  { prefix, phone }: { readonly prefix: string; readonly phone: string },
  { within, begins }: PhoneQuery,
): boolean => {
  const number = withoutZeros(phone);
  return (
    (within !== '' && phone.includes(within)) ||
    (begins !== '' && (number.startsWith(begins) || (prefix.slice(1) + number).startsWith(begins)))
  );
};
