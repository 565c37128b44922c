import { parsePhoneNumberFromString, type CountryCode, type MetadataJson } from 'libphonenumber-js/core';
import { prefixes } from '../reference/prefixes.ts';
import metadata from './metadata.json' with { type: 'json' };
import { mayBecomePrefix, takeApart } from './typed.ts';

/** The most digits of a phone without its prefix. */
const digitsMaximum = 15;

/** Why a typed number is refused: its prefix is none of those offered, or it is too long. */
export type PhoneRefusal = 'prefix' | 'long';

export type ReadPhone = {
  readonly prefix: string;
  /** The digits as they are dialled after the prefix; empty while there are none, and where the number is refused. */
  readonly phone: string;
  readonly refused: PhoneRefusal | null;
};

/** The numbers of the countries whose prefixes are offered. */
const numbers = metadata as unknown as MetadataJson;

const nationalOf = (number: string, country: CountryCode | undefined): string | undefined => {
  const parsed = parsePhoneNumberFromString(number, country ? { defaultCountry: country } : {}, numbers);
  return parsed?.isPossible() ? parsed.nationalNumber : undefined;
};

/**
 * Reads a typed phone beside a chosen prefix. A prefix that was typed counts more than the chosen one; the zero that is
 * dialled within some countries only is left out.
 */
export const readPhone = (typed: string, chosen: string): ReadPhone => {
  const { dial, international, digits } = takeApart(typed);
  if (international && dial === null) {
    const refused = mayBecomePrefix(digits) ? null : 'prefix';
    return { prefix: chosen, phone: '', refused };
  }
  const prefix = dial ?? chosen;
  const country = prefixes.find((offered) => offered.dial === prefix)?.code.toUpperCase();
  const national =
    dial === null ? nationalOf(digits, country as CountryCode) : nationalOf(dial + digits, undefined);
  const phone = national ?? digits;
  return phone.length > digitsMaximum
    ? { prefix, phone: '', refused: 'long' }
    : { prefix, phone, refused: null };
};

/** Returns how a stored number is dialled, where that is another than is stored; undefined where it is stored well. */
export const betterPhone = ({ prefix, phone }: { prefix: string; phone: string }) => {
  const read = readPhone(phone, prefix);
  return read.phone === '' || (read.prefix === prefix && read.phone === phone) ? undefined : read;
};
