import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import type { PurposeKeys, VersionedKey } from './purpose-keys.ts';
import { deriveEntries, parseRing, type Purpose, purposes as allPurposes } from '../secrets/ring-text.ts';
import { readKeyVersions } from './key-versions.ts';

/** The keys of a process, by purpose and version. */
export type KeyRing = {
  /** Returns the keys of a purpose. Using them throws if the process was not given any. */
  for(purpose: Purpose): PurposeKeys;
  /** Reads the existing versions and the active one again. */
  refresh(): Promise<void>;
  /** Stops the periodic refresh. */
  close(): void;
};

/**
 * Purposes that always use their oldest key, because stream names and ids contain its results. A
 * rotation keeps these keys without their root key.
 */
export const lastingPurposes: readonly Purpose[] = ['hashing', 'sealing'];

/** Ms between two refreshes; well below the time between announcing a version and using it. */
export const lookEvery = 2_000;

type RingOptions = {
  /** Reads the ring's text; called again if a version is missing. */
  read: () => Promise<string>;
  pool: Pick<Pool, 'query'>;
  /**
   * Purposes with keys in the ring; all by default. Keys of other purposes are not kept in memory.
   */
  purposes?: readonly Purpose[];
};

type Held = ReadonlyMap<Purpose, readonly VersionedKey[]>;

const hold = (text: string, purposes: readonly Purpose[]): Held => {
  const entries = deriveEntries(parseRing(text), purposes);
  const of = (purpose: Purpose) =>
    entries
      .filter((entry) => entry.purpose === purpose)
      .map(({ version, key }) => ({ version, key: createSecretKey(key) }));
  return new Map(purposes.map((purpose) => [purpose, of(purpose)]));
};

const pick = (held: Held, purpose: Purpose, active: number): VersionedKey => {
  const keys = held.get(purpose) ?? [];
  const found = lastingPurposes.includes(purpose)
    ? keys.at(-1)
    : keys.find(({ version }) => version === active);
  if (found) return found;
  throw new Error(
    keys.length === 0
      ? `The key ring has no key for ${purpose}.`
      : `The key ring has no key of version ${active} for ${purpose}, which is in use. Give the whole ring (MASTER_KEY, MASTER_KEY_FILE or var/secrets/master.key).`,
  );
};

/** Returns the key of a lasting purpose from the text of a ring; null if it is missing. */
export const lastingKeyIn = (text: string, purpose: Purpose): Buffer | null =>
  deriveEntries(parseRing(text), [purpose]).at(-1)?.key ?? null;

/** Opens a ring on a database with a migrated `vault` schema. Throws if a required key is missing. */
export const openKeyRing = async ({ read, pool, purposes = allPurposes }: RingOptions): Promise<KeyRing> => {
  let held = hold(await read(), purposes);
  let active = 1;
  const has = (version: number) =>
    purposes.every(
      (purpose) =>
        lastingPurposes.includes(purpose) || held.get(purpose)?.some((key) => key.version === version),
    );
  const refresh = async (): Promise<void> => {
    const versions = await readKeyVersions(pool);
    if (!has(versions.newest)) held = hold(await read(), purposes);
    active = versions.active;
  };
  await refresh();
  for (const purpose of purposes) pick(held, purpose, active);
  // If the database is down, nothing else works either; the next refresh will succeed.
  const looking = setInterval(() => void refresh().catch(() => undefined), lookEvery).unref();
  return {
    for: (purpose) => {
      const current = () => pick(held, purpose, active);
      const all = () => {
        const first = current();
        const others = lastingPurposes.includes(purpose) ? [] : (held.get(purpose) ?? []);
        return [first, ...others.filter(({ version }) => version !== first.version)];
      };
      return { current, all, refresh };
    },
    refresh,
    close: () => clearInterval(looking),
  };
};
