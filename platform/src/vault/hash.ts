import { createHmac } from 'node:crypto';
import { uuidFrom } from '../ids/uuid.ts';
import { type KeySource, keysOf } from './purpose-keys.ts';

/** Keyed hashes: without the key, a value cannot be found by trying all of them. */
export type KeyedHash = {
  /** Returns 64 hex digits that replace a personal value in a stream name. */
  keyed(kind: string, value: string): string;
  /** Returns a UUID derived from the parts. */
  uuid(kind: string, ...parts: readonly string[]): string;
};

/** Creates keyed hashes (HMAC-SHA256). Different kinds, or different splits into parts, never collide. */
export const createKeyedHash = (source: KeySource): KeyedHash => {
  const keys = keysOf(source);
  const digest = (parts: readonly string[]) =>
    createHmac('sha256', keys.current().key).update(JSON.stringify(parts)).digest();
  return {
    keyed: (kind, value) => digest([kind, value]).toString('hex'),
    uuid: (kind, ...parts) => uuidFrom(digest([kind, ...parts])),
  };
};
