import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Subject } from '@visita/contracts/event';
import { LRUCache } from 'lru-cache';
import { decrypt } from './cipher.ts';
import type { PurposeKeys } from './purpose-keys.ts';

/** A subject's key; null if erased. */
export type SubjectKey = KeyObject | null;

/** Ms until another process's erasure is seen. */
const timeToLive = 5000;
const maximumCached = 20_000;

type Cached = { key: SubjectKey; until: number };
/** A stored key, wrapped with a version of the ring; null if erased. */
export type Row = { subject: Subject; wrapped: Buffer | null; version: number };

/** Creates keys that are stored in the same statement as the ids of their subjects. */
export type NewKeys = {
  /** Wraps a new key for each subject with the current version. */
  wrap(subjects: readonly Subject[]): WrappedKeys;
  /** Remembers keys that were stored. */
  remember(rows: readonly Row[]): Promise<void>;
};

/** Wrapped keys in the order of their subjects. */
export type WrappedKeys = {
  readonly wrapped: readonly Buffer[];
  readonly version: number;
  readonly created: Date;
};

/** Caches subject keys in memory for a short time. */
export const createKeyCache = (wrapping: PurposeKeys, clock: () => Date) => {
  const cache = new LRUCache<Subject, Cached>({ max: maximumCached });

  return {
    /** Caches the keys of rows, and adds them to `keys`. */
    remember: async (rows: readonly Row[], keys: Map<Subject, SubjectKey>): Promise<void> => {
      const isKnown = ({ version }: Row) => wrapping.all().some((key) => key.version === version);
      // Another process may already use a newer version.
      if (!rows.every(isKnown)) await wrapping.refresh();
      const until = clock().getTime() + timeToLive;
      for (const { subject, wrapped, version } of rows) {
        const key = wrapped && createSecretKey(unwrap(wrapping, { subject, wrapped, version }));
        // The key was erased while this row was being read.
        if (key && cache.get(subject)?.key === null) continue;
        cache.set(subject, { key, until });
        keys.set(subject, key);
      }
    },
    /** Returns the cached keys, and the subjects whose keys must be read. */
    read: (subjects: readonly Subject[]) => {
      const now = clock().getTime();
      const keys = new Map<Subject, SubjectKey>();
      const missing = new Set<Subject>();
      for (const subject of subjects) {
        const cached = cache.get(subject);
        // Erasure is final.
        if (cached && (cached.key === null || cached.until > now)) keys.set(subject, cached.key);
        else missing.add(subject);
      }
      return { keys, missing: [...missing] };
    },
    erase: (subject: Subject) => cache.set(subject, { key: null, until: Infinity }),
  };
};

/** The vault's keys were wrapped by another master key, or by a version that is missing in the ring. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';

  constructor() {
    super(
      'The master key does not fit the vault of this database. Give the one that it was made with (MASTER_KEY, ' +
        'MASTER_KEY_FILE or var/secrets/master.key).',
    );
  }
}

/** Returns the bytes of a subject's key. Throws {@link WrongMasterKey}. */
export const unwrap = (
  wrapping: Pick<PurposeKeys, 'all'>,
  { subject, wrapped, version }: Row & { wrapped: Buffer },
): Buffer => {
  const wrapKey = wrapping.all().find((key) => key.version === version);
  if (!wrapKey) throw new WrongMasterKey();
  try {
    return decrypt(wrapKey.key, subject, wrapped);
  } catch {
    throw new WrongMasterKey();
  }
};
