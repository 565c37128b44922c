import { createHash } from 'node:crypto';

/** Decodes bytes one character each, so that a search also works in binary data. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** Returns the parts common to any base64 that contains the value, at each of its three alignments. */
const base64Of = (value: string): string[] =>
  ['', '.', '..'].map((before) => {
    const encoded = Buffer.from(before + value).toString('base64');
    // The first characters depend on the preceding text, the last ones on what follows.
    return encoded.slice(before === '' ? 0 : before.length + 1, -4);
  });

/** Unkeyed hashes, which can be reproduced by guessing the value. */
const hashesOf = (value: string): string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      createHash(algorithm).update(value).digest(encoding),
    ),
  );

const plainLetters = (value: string): string => value.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Returns the escapes of non-ASCII text in JSON, HTML, quoted-printable and URLs. */
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
    // Encoded words in mail headers write a space as an underscore.
    inBytes('=').replaceAll(' ', '_'),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
  ];
};

export type Spellings = {
  readonly value: string;
  /** Found regardless of case and of separators between digits. */
  readonly plain: readonly string[];
  /** Found exactly. */
  readonly encoded: readonly string[];
};

/**
 * Returns the ways to write a value: plain, without accents, escaped, in base64, or hashed without a key. Use
 * eight letters or more: shorter ones occur in ciphertext by chance.
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

/** Returns the values whose spellings occur in a text of one character per byte. */
export const valuesIn = (text: string, all: readonly Spellings[]): string[] => {
  const lower = text.toLowerCase();
  // Lines wrapped for transport, and separated digits.
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
