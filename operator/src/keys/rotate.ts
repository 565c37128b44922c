import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { resealConnections } from '@visita/platform/calendar/reseal';
import type { KeyRing } from '@visita/platform/vault/key-ring';
import {
  announceKeyVersion,
  finishKeyVersion,
  type KeyVersions,
  readKeyVersions,
} from '@visita/platform/vault/key-versions';
import { createSealer } from '@visita/platform/vault/purpose-keys';
import { countOlder, rewrapKeys } from '@visita/platform/vault/rewrap';
import { formatRing, newRoot, parseRing, type RingEntry } from '@visita/platform/secrets/ring-text';

/** Storage of the key ring; `replace` is null if the ring is read-only. */
export type RingPlace = {
  read(): Promise<string>;
  readonly replace: ((text: string) => Promise<void>) | null;
};

/** The rotation cannot run here; the message says what to do. */
export class RotationRefused extends Error {}

/**
 * Seconds between announcing a version and using it, in which every process checks several times; and seconds
 * after that, in which work with the former version ends.
 */
const usual = { lead: 10, rest: 2 };

type RotateOptions = {
  pool: Pick<Pool, 'query'>;
  keys: KeyRing;
  place: RingPlace;
  /** Seconds; {@link usual} by default. */
  pauses?: { readonly lead: number; readonly rest: number };
  onProgress?: (done: number, total: number) => void;
};

const newestRoot = (entries: readonly RingEntry[]): number =>
  Math.max(...entries.filter(({ purpose }) => purpose === null).map(({ version }) => version), 0);

/** Ensures that the ring has a root key of a version not yet in use. */
const requireNewRoot = async (place: RingPlace, { newest, finished }: KeyVersions): Promise<number> => {
  const entries = parseRing(await place.read());
  const root = newestRoot(entries);
  if (root === 0)
    throw new RotationRefused('This is the key ring of one service: rotate with the whole ring.');
  if (root > newest) return root;
  // An unfinished rotation continues.
  if (!finished && root === newest) return newest;
  if (place.replace === null) {
    throw new RotationRefused(
      'The key ring is not in a file that can be written here. Put what `ops keys --add` prints in its place, start every process again, and run this again.',
    );
  }
  await place.replace(formatRing([newRoot(newest + 1), ...entries]));
  return newest + 1;
};

const untilActive = async ({ pool, pauses = usual }: RotateOptions, version: number): Promise<void> => {
  while ((await readKeyVersions(pool)).active < version) await delay(200);
  await delay(pauses.rest * 1000);
};

/** Returns the end of the last booked visit: its links are in use for some days more. */
const lastVisit = async (pool: Pick<Pool, 'query'>): Promise<Date | null> => {
  const { rows } = await pool.query<{ end: Date | null }>('select max(ends_at) as "end" from read.bookings');
  return rows[0]?.end ?? null;
};

/**
 * Starts using a new root key, or continues an unfinished rotation: adds the key to the ring, announces it,
 * waits until processes use it, and wraps all stored keys again. Each step is idempotent, so it may be killed
 * anywhere. The product goes on meanwhile.
 */
export const rotateKeys = async (options: RotateOptions): Promise<{ version: number; rewrapped: number }> => {
  const { pool, keys, place, pauses = usual, onProgress } = options;
  const version = await requireNewRoot(place, await readKeyVersions(pool));
  await announceKeyVersion(pool, version, pauses.lead);
  await untilActive(options, version);
  await keys.refresh();
  let rewrapped = 0;
  do {
    rewrapped += await rewrapKeys({
      pool,
      wrapping: keys.for('wrapping'),
      ...(onProgress ? { onProgress } : {}),
    });
  } while ((await countOlder(pool, version)) > 0);
  await resealConnections(pool, createSealer(keys.for('calendar')));
  await finishKeyVersion(pool, version, await lastVisit(pool));
  return { version, rewrapped };
};
