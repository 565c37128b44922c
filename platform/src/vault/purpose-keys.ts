import { createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from './cipher.ts';

/** A key, and which version of the ring it is of. */
export type VersionedKey = { readonly version: number; readonly key: KeyObject };

/** The keys for one purpose. */
export type PurposeKeys = {
  /** What is written with. */
  current(): VersionedKey;
  /** What is read with, the current one first. */
  all(): readonly VersionedKey[];
  /** Looks again which keys there are, and which is current. */
  refresh(): Promise<void>;
};

/** The keys for one purpose; a single one is of version 1. */
export type KeySource = PurposeKeys | Uint8Array;

/** The keys of a source. */
export const keysOf = (source: KeySource): PurposeKeys => {
  if (!(source instanceof Uint8Array)) return source;
  const only = { version: 1, key: createSecretKey(source) };
  return { current: () => only, all: () => [only], refresh: () => Promise.resolve() };
};

/** Encrypts with the current key, and decrypts what was encrypted with any that is still there. */
export type Sealer = {
  seal(context: string, plain: string): Buffer;
  /** Throws where no key fits. */
  open(context: string, sealed: Uint8Array): string;
  /** Whether it was encrypted with the current key. */
  isCurrent(context: string, sealed: Uint8Array): boolean;
};

const attempt = ({ key }: VersionedKey, context: string, sealed: Uint8Array): string | null => {
  try {
    return decrypt(key, context, sealed).toString();
  } catch {
    return null;
  }
};

/** A sealer with the keys of one purpose. */
export const createSealer = (source: KeySource): Sealer => {
  const keys = keysOf(source);
  return {
    seal: (context, plain) => encrypt(keys.current().key, context, plain),
    open: (context, sealed) => {
      for (const key of keys.all()) {
        const plain = attempt(key, context, sealed);
        if (plain !== null) return plain;
      }
      throw new Error('no key opens it');
    },
    isCurrent: (context, sealed) => attempt(keys.current(), context, sealed) !== null,
  };
};
