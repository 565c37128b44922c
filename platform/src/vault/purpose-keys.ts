import { createSecretKey, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from './cipher.ts';

/** A key with its version of the ring. */
export type VersionedKey = { readonly version: number; readonly key: KeyObject };

export type PurposeKeys = {
  /** The key for encryption. */
  current(): VersionedKey;
  /** The keys for decryption, the current one first. */
  all(): readonly VersionedKey[];
  /** Reads the existing keys and the current one again. */
  refresh(): Promise<void>;
};

/** Keys of one purpose; a single key has version 1. */
export type KeySource = PurposeKeys | Uint8Array;

export const keysOf = (source: KeySource): PurposeKeys => {
  if (!(source instanceof Uint8Array)) return source;
  const only = { version: 1, key: createSecretKey(source) };
  return { current: () => only, all: () => [only], refresh: () => Promise.resolve() };
};

/** Encrypts with the current key, and decrypts with any existing key. */
export type Sealer = {
  seal(context: string, plain: string): Buffer;
  /** Throws if no key matches. */
  open(context: string, sealed: Uint8Array): string;
  /** Whether the text was encrypted with the current key. */
  isCurrent(context: string, sealed: Uint8Array): boolean;
};

const attempt = ({ key }: VersionedKey, context: string, sealed: Uint8Array): string | null => {
  try {
    return decrypt(key, context, sealed).toString();
  } catch {
    return null;
  }
};

export const createSealer = (source: KeySource): Sealer => {
  const keys = keysOf(source);
  return {
    seal: (context, plain) => encrypt(keys.current().key, context, plain),
    open: (context, sealed) => {
      for (const key of keys.all()) {
        const plain = attempt(key, context, sealed);
        if (plain !== null) return plain;
      }
      throw new Error('no key decrypts it');
    },
    isCurrent: (context, sealed) => attempt(keys.current(), context, sealed) !== null,
  };
};
