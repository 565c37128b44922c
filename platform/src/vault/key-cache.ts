import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Subject } from '@visita/contracts/event';
import { LRUCache } from 'lru-cache';
import { decrypt } from './cipher.ts';
import type { PurposeKeys } from './purpose-keys.ts';

/** A subject's key; null once it was erased. */
export type SubjectKey = KeyObject | null;

/** Another process's erasure is seen after so long, in milliseconds. */
const timeToLive = 5000;
const maximumCached = 20_000;

type Cached = { key: SubjectKey; until: number };
/** A stored key, wrapped with a version of the ring; null once it was erased. */
export type Row = { subject: Subject; wrapped: Buffer | null; version: number };

/** Keys of this process that were read a moment ago. */
export const createKeyCache = (wrapping: PurposeKeys, clock: () => Date) => {
  const cache = new LRUCache<Subject, Cached>({ max: maximumCached });

  return {
    /** Keeps the keys of rows, and adds them to `keys`. */
    remember: async (rows: readonly Row[], keys: Map<Subject, SubjectKey>): Promise<void> => {
      const isKnown = ({ version }: Row) => wrapping.all().some((key) => key.version === version);
      // Wrapped by a process that knew of a new version sooner.
      if (!rows.every(isKnown)) await wrapping.refresh();
      const until = clock().getTime() + timeToLive;
      for (const { subject, wrapped, version } of rows) {
        const key = wrapped && createSecretKey(unwrap(wrapping, { subject, wrapped, version }));
        // An erasure that overtook this read stays.
        if (key && cache.get(subject)?.key === null) continue;
        cache.set(subject, { key, until });
        keys.set(subject, key);
      }
    },
    /** The keys that are known, and the subjects whose keys must be read. */
    read: (subjects: readonly Subject[]) => {
      const now = clock().getTime();
      const keys = new Map<Subject, SubjectKey>();
      const missing = new Set<Subject>();
      for (const subject of subjects) {
        const cached = cache.get(subject);
        // What was erased stays so.
        if (cached && (cached.key === null || cached.until > now)) keys.set(subject, cached.key);
        else missing.add(subject);
      }
      return { keys, missing: [...missing] };
    },
    erase: (subject: Subject) => cache.set(subject, { key: null, until: Infinity }),
  };
};

/** Keys of the vault were wrapped by another master key, or by a version that is not in the ring. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';

  constructor() {
    super(
      'The master key does not fit the vault of this database. Give the one that it was made with (MASTER_KEY, ' +
        'MASTER_KEY_FILE or var/secrets/master.key).',
    );
  }
}

/** The bytes of a subject's key. Throws {@link WrongMasterKey}. */
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
