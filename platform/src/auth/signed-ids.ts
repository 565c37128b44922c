import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/**
 * Tokens of mailed links: ids with a MAC of ids and purpose. Tokens are neither stored nor put into jobs, because the
 * key makes them again. The stream of the ids decides on use and expiry.
 */
export type SignedIds = {
  issue(purpose: string, ids: readonly string[]): string;
  /** Returns the ids; null if the token is not ours, has another purpose or another number of ids. */
  read(purpose: string, token: string, count: number): string[] | null;
};

const idLength = 16;
const macLength = 32;

/** Mail programs take a trailing `-` or `_` for punctuation and cut it off. */
const endsInLetterOrDigit = (token: string): boolean => /[a-z\d]$/i.test(token);

const macOf = (key: KeyObject, purpose: string, ids: Uint8Array, again: number): Buffer =>
  createHmac('sha256', key)
    .update(again === 0 ? `${purpose}|` : `${purpose}|again ${again}|`)
    .update(ids)
    .digest();

/** Returns the first token that ends in a letter or digit. */
const tokenOf = (key: KeyObject, purpose: string, ids: Uint8Array): string => {
  for (let again = 0; ; again++) {
    const token = Buffer.concat([ids, macOf(key, purpose, ids, again)]).toString('base64url');
    if (endsInLetterOrDigit(token)) return token;
  }
};

/**
 * Creates tokens in base64url: ids of 16 bytes each and an HMAC-SHA256 of purpose and ids. They end in a letter or
 * digit; earlier ones that do not are still accepted.
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
      // Only the canonical spelling is accepted: spare bits at the end must be as issued.
      if (bytes.toString('base64url') !== token) return null;
      // Links are valid for longer than a key version is current, so every key is tried.
      if (!keys.all().some(({ key }) => isOurs(key, purpose, bytes))) return null;
      return Array.from({ length: count }, (_, index) =>
        uuidOf(bytes.subarray(index * idLength, (index + 1) * idLength)),
      );
    },
  };
};

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
