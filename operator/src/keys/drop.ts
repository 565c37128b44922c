import type { Pool } from 'pg';
import { countOldSeals } from '@visita/platform/calendar/reseal';
import { type KeyRing, lastingPurposes } from '@visita/platform/vault/key-ring';
import { linksLast } from '@visita/contracts/booking/links';
import { readKeyVersions } from '@visita/platform/vault/key-versions';
import { createSealer } from '@visita/platform/vault/purpose-keys';
import { countOlder } from '@visita/platform/vault/rewrap';
import {
  deriveEntries,
  formatRing,
  parseRing,
  type Purpose,
  purposes,
  type RingEntry,
} from '@visita/platform/secrets/ring-text';
import type { RingPlace } from './rotate.ts';

type DropOptions = {
  pool: Pick<Pool, 'query'>;
  keys: KeyRing;
  place: RingPlace;
  now: () => Date;
};

const day = 86_400_000;
/**
 * Milliseconds during which tokens signed with a former key may be in use; longer than a session or
 * an account's mailed link is valid.
 */
const signedFor = 8 * day;

/** Purposes for which keys older than the newest version are in use. */
const stillUsed = async (options: DropOptions): Promise<ReadonlySet<Purpose>> => {
  const { pool, keys, now } = options;
  const { newest, since, finished, linksUntil } = await readKeyVersions(pool);
  if (!finished || since === null) return new Set(purposes);
  const used = new Set<Purpose>(lastingPurposes);
  const age = now().getTime() - since.getTime();
  if ((await countOlder(pool, newest)) > 0) used.add('wrapping');
  if (age < day || (await countOldSeals(pool, createSealer(keys.for('calendar')))) > 0) used.add('calendar');
  if (age < signedFor) used.add('signing');
  if (age < signedFor || now().getTime() < (linksUntil?.getTime() ?? 0) + linksLast) used.add('tokens');
  return used;
};

/**
 * Removes unused keys from the ring. Older root keys are replaced by the keys of their purposes still in use;
 * for lasting purposes only the oldest remains.
 */
const withoutUnused = (entries: readonly RingEntry[], used: ReadonlySet<Purpose>): readonly RingEntry[] => {
  const newest = Math.max(...entries.map(({ version }) => version));
  const kept = purposes
    .filter((purpose) => used.has(purpose))
    .flatMap((purpose) => {
      const older = deriveEntries(entries, [purpose]).filter(({ version }) => version < newest);
      return lastingPurposes.includes(purpose) ? older.slice(-1) : older;
    });
  return [...entries.filter(({ version }) => version === newest), ...kept];
};

/** Drops unused keys if the ring is writable; otherwise returns the new ring for the operator to store. */
export const dropUnused = async (
  options: DropOptions,
): Promise<{ dropped: boolean; ring: string | null; waiting: readonly Purpose[] }> => {
  const { place } = options;
  const before = parseRing(await place.read());
  const used = await stillUsed(options);
  const waiting = purposes.filter((purpose) => used.has(purpose) && !lastingPurposes.includes(purpose));
  // All keys are in use if the rotation is not finished.
  const after = used.size === purposes.length ? before : withoutUnused(before, used);
  const text = formatRing(after);
  if (text === formatRing(before)) return { dropped: false, ring: null, waiting };
  if (place.replace === null) return { dropped: false, ring: text, waiting };
  await place.replace(text);
  return { dropped: true, ring: null, waiting };
};
