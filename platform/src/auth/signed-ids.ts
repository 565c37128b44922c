import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/**
 * Tokens of mailed links: some ids and a MAC over them and what the token is for. Nothing of a token is stored or put
 * into a job, since the key makes it again; whether it is used up or expired is decided by the stream that
 * the ids name.
 */
export type SignedIds = {
  issue(purpose: string, ids: readonly string[]): string;
  /** The ids; null for whatever is not a token of ours for this purpose with so many ids. */
  read(purpose: string, token: string, count: number): string[] | null;
};

const idLength = 16;
const macLength = 32;

/** Mail programs take a `-` or `_` at the end of a link for the sentence's, and cut it off. */
const endsInLetterOrDigit = (token: string): boolean => /[a-z\d]$/i.test(token);

const macOf = (key: KeyObject, purpose: string, ids: Uint8Array, again: number): Buffer =>
  createHmac('sha256', key)
    .update(again === 0 ? `${purpose}|` : `${purpose}|again ${again}|`)
    .update(ids)
    .digest();

/** Makes the first token that ends in a letter or a digit. */
const tokenOf = (key: KeyObject, purpose: string, ids: Uint8Array): string => {
  for (let again = 0; ; again++) {
    const token = Buffer.concat([ids, macOf(key, purpose, ids, again)]).toString('base64url');
    if (endsInLetterOrDigit(token)) return token;
  }
};

/**
 * Tokens in base64url: ids of 16 bytes each and an HMAC-SHA256 over purpose and ids. They end in a letter or a digit;
 * those of before, which may not, are still read.
 */
export const createSignedIds = (source: KeySource): SignedIds => {
  const keys = keysOf(source);
  const isOurs = (key: KeyObject, purpose: string, given: Buffer): boolean => {
    const [ids, mac] = [given.subarray(0, -macLength), given.subarray(-macLength)];
    const issued = Buffer.from(tokenOf(key, purpose, ids), 'base64url');
    return timingSafeEqual(given, issued) || timingSafeEqual(mac, macOf(key, purpose, ids, 0));
  };
  return {
    issue: (purpose, ids) => {
      const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
      if (bytes.length !== ids.length * idLength) throw new Error('a token is made of UUIDs');
      return tokenOf(keys.current().key, purpose, bytes);
    },
    read: (purpose, token, count) => {
      if (!/^[\w-]{1,200}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== count * idLength + macLength) return null;
      // One token, one spelling: spare bits at its end must be those that issuing writes.
      if (bytes.toString('base64url') !== token) return null;
      // Links live longer than a version of the key is the current one.
      if (!keys.all().some(({ key }) => isOurs(key, purpose, bytes))) return null;
      return Array.from({ length: count }, (_, index) =>
        uuidOf(bytes.subarray(index * idLength, (index + 1) * idLength)),
      );
    },
  };
};

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
