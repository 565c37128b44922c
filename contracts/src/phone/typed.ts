import { prefixes } from '../reference/prefixes.ts';

/** A typed phone number without separators. */
export type TypedPhone = {
  /** Dial prefix such as `+39`; null if there is none, or none that is offered. */
  readonly dial: string | null;
  /** Whether the number begins with a prefix, offered or not. */
  readonly international: boolean;
  /** Digits after the prefix; all digits if the prefix is unknown. */
  readonly digits: string;
};

/** Splits a typed number. Understands `+39 …`, `0039 …` and `+44 (0)20 …`. */
export const takeApart = (typed: string): TypedPhone => {
  const text = typed.replaceAll(/[^+\d(0)]/g, '').replace(/^00/, '+');
  const international = text.startsWith('+');
  const all = (international ? text.replace('(0)', '') : text).replaceAll(/\D/g, '');
  const dial = international ? prefixes.find((prefix) => `+${all}`.startsWith(prefix.dial))?.dial : undefined;
  return { dial: dial ?? null, international, digits: all.slice((dial ?? '+').length - 1) };
};

/** Whether more digits could make the typed ones an offered prefix. */
export const mayBecomePrefix = (digits: string): boolean =>
  prefixes.some(({ dial }) => dial.startsWith(`+${digits}`));

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '');

/** A phone number in a search query; both fields are empty if there is none. */
export type PhoneQuery = {
  /** Digits anywhere in the number without its prefix. */
  readonly within: string;
  /** Beginning of the number, with or without its prefix; leading zeros of the number are ignored. */
  readonly begins: string;
};

/** Parses a search query as a whole or partial phone number, with or without prefix. */
export const phoneQuery = (query: string): PhoneQuery => {
  if (!/^[\s\d+()./\p{Pd}]+$/u.test(query)) return { within: '', begins: '' };
  const { dial, international, digits } = takeApart(query.trim());
  return {
    within: international ? '' : digits,
    begins: (dial ?? '').slice(1) + withoutZeros(digits),
  };
};

/** Whether a stored number matches the query. */
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
