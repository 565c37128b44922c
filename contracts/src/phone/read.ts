import { parsePhoneNumberFromString, type CountryCode, type MetadataJson } from 'libphonenumber-js/core';
import { prefixes } from '../reference/prefixes.ts';
import metadata from './metadata.json' with { type: 'json' };
import { mayBecomePrefix, takeApart } from './typed.ts';

/** Maximum number of digits of a phone, without prefix. */
const digitsMaximum = 15;

/** Reason for refusing a number: an unknown prefix, or too many digits. */
export type PhoneRefusal = 'prefix' | 'long';

export type ReadPhone = {
  readonly prefix: string;
  /** Digits dialled after the prefix; empty if there are none or the number is refused. */
  readonly phone: string;
  readonly refused: PhoneRefusal | null;
};

/** Numbering plans of the offered prefixes. */
const numbers = metadata as unknown as MetadataJson;

const nationalOf = (number: string, country: CountryCode | undefined): string | undefined => {
  const parsed = parsePhoneNumberFromString(number, country ? { defaultCountry: country } : {}, numbers);
  return parsed?.isPossible() ? parsed.nationalNumber : undefined;
};

/**
 * Parses a typed phone with a selected prefix. A typed prefix has precedence over the selected one. The trunk zero
 * that is dialled only within some countries is removed.
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

/** Returns the correct form of a stored number, or undefined if it is correct already. */
export const betterPhone = ({ prefix, phone }: { prefix: string; phone: string }) => {
  const read = readPhone(phone, prefix);
  return read.phone === '' || (read.prefix === prefix && read.phone === phone) ? undefined : read;
};
