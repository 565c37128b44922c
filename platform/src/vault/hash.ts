import { createHmac } from 'node:crypto';
import { uuidFrom } from '../ids/uuid.ts';
import { type KeySource, keysOf } from './purpose-keys.ts';

/** Hashes that only holders of the key can make: nobody can find out a value by trying all of them. */
export type KeyedHash = {
  /** 64 hex digits that stand for a personal value in the name of a stream. */
  keyed(kind: string, value: string): string;
  /** A UUID that follows from its parts. */
  uuid(kind: string, ...parts: readonly string[]): string;
};

/** Keyed hashes (HMAC-SHA256); different kinds and different cuts into parts never meet. */
export const createKeyedHash = (source: KeySource): KeyedHash => {
  const keys = keysOf(source);
  const digest = (parts: readonly string[]) =>
    createHmac('sha256', keys.current().key).update(JSON.stringify(parts)).digest();
  return {
    keyed: (kind, value) => digest([kind, value]).toString('hex'),
    uuid: (kind, ...parts) => uuidFrom(digest([kind, ...parts])),
  };
};
