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

/** Tokens in base64url: ids of 16 bytes each and an HMAC-SHA256 over purpose and ids. */
export const createSignedIds = (source: KeySource): SignedIds => {
  const keys = keysOf(source);
  const macOf = (key: KeyObject, purpose: string, ids: Uint8Array) =>
    createHmac('sha256', key).update(`${purpose}|`).update(ids).digest();
  return {
    issue: (purpose, ids) => {
      const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
      if (bytes.length !== ids.length * idLength) throw new Error('a token is made of UUIDs');
      return Buffer.concat([bytes, macOf(keys.current().key, purpose, bytes)]).toString('base64url');
    },
    read: (purpose, token, count) => {
      if (!/^[\w-]{1,200}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== count * idLength + macLength) return null;
      // One token, one spelling: spare bits at its end must be those that issuing writes.
      if (bytes.toString('base64url') !== token) return null;
      const ids = bytes.subarray(0, -macLength);
      const mac = bytes.subarray(-macLength);
      // Links live longer than a version of the key is the current one.
      if (!keys.all().some(({ key }) => timingSafeEqual(mac, macOf(key, purpose, ids)))) return null;
      return Array.from({ length: count }, (_, index) =>
        uuidOf(ids.subarray(index * idLength, (index + 1) * idLength)),
      );
    },
  };
};

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
