import { createHash } from 'node:crypto';

/** Bytes as a text of one letter each, so that what is searched for is found in whatever is no UTF-8. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** What any base64 of a text that holds the value has in it, at each of the three places that it can begin. */
const base64Of = (value: string): string[] =>
  ['', '.', '..'].map((before) => {
    const encoded = Buffer.from(before + value).toString('base64');
    // The first letters depend on what stands before, the last on what follows.
    return encoded.slice(before === '' ? 0 : before.length + 1, -4);
  });

/** Hashes that anybody can make again who guesses the value. */
const hashesOf = (value: string): string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      createHash(algorithm).update(value).digest(encoding),
    ),
  );

const plainLetters = (value: string): string => value.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** As JSON, HTML, quoted-printable and addresses write what is not ASCII. */
const escapesOf = (value: string): string[] => {
  const each = (write: (code: number) => string, which = /[^ -~]/g) =>
    value.replaceAll(which, (letter) => write(letter.codePointAt(0)!));
  const hex = (code: number) => code.toString(16);
  const inBytes = (sign: string) =>
    [...Buffer.from(value)]
      .map((byte) => (byte > 126 ? sign + hex(byte).padStart(2, '0') : String.fromCodePoint(byte)))
      .join('');
  return [
    each((code) => `\\u${hex(code).padStart(4, '0')}`),
    each((code) => `&#x${hex(code)};`),
    each((code) => `&#${code};`),
    inBytes('='),
    // Encoded words of a mail's header write a space so.
    inBytes('=').replaceAll(' ', '_'),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
  ];
};

/** One value in the ways in which it may be written somewhere. */
export type Spellings = {
  readonly value: string;
  /** Found whatever the case of the letters, and whatever separates digits. */
  readonly plain: readonly string[];
  /** Found letter by letter. */
  readonly encoded: readonly string[];
};

/**
 * How a value may stand somewhere: as it is or without accents, escaped, in base64, or hashed without a key. Take eight
 * letters or more: shorter ones turn up in ciphertext by chance.
 */
export const spellingsOf = (value: string): Spellings => {
  const cases = [...new Set([value, value.toLowerCase(), value.toUpperCase()])];
  const plain = cases.flatMap((one) => [one, plainLetters(one), ...escapesOf(one)]);
  const encoded = cases.flatMap((one) => [...base64Of(one), ...hashesOf(one)]);
  return {
    value,
    plain: [...new Set(plain.map((one) => bytesOf(one).toLowerCase()))],
    encoded: [...new Set(encoded)],
  };
};

/** The values that a text, of one letter a byte, holds in any spelling. */
export const valuesIn = (text: string, all: readonly Spellings[]): string[] => {
  const lower = text.toLowerCase();
  // Lines that were broken for transport, and digits that somebody set apart.
  const joined = text.replaceAll(/=?\r?\n\s?/g, '');
  const joinedLower = joined.toLowerCase();
  const digits = lower.replaceAll(/(?<=\d)[\s./()-]{1,3}(?=\d)/g, '');
  return all
    .filter(
      ({ plain, encoded }) =>
        plain.some((one) => lower.includes(one) || joinedLower.includes(one) || digits.includes(one)) ||
        encoded.some((one) => text.includes(one) || joined.includes(one)),
    )
    .map(({ value }) => value);
};
