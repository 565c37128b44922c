import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ageSuffix } from '../backup/age.ts';
import { manifestName } from '../backup/manifest.ts';
import { keptOf } from './retention.ts';
import { type BackupStorage, isPlainName, StorageFailed, timeOf } from './storage.ts';

/** File with the SHA-256 of every stored file, so that `sha256sum -c` checks a copy without the identity. */
export const sumsName = 'SHA256SUMS';

const hashOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
};

/** Sorts the manifest last: its presence means that all other files are complete. */
const manifestLast = (files: readonly string[]): string[] =>
  files.toSorted((one, other) => Number(isManifest(one)) - Number(isManifest(other)));

const isManifest = (file: string): boolean => file === manifestName || file === `${manifestName}${ageSuffix}`;

/** Tells whether all files of a backup are stored. */
export const isWhole = (files: readonly string[]): boolean => files.some(isManifest);

/** Stores a file, reads it back, and returns its SHA-256. */
const store = async (storage: BackupStorage, backup: string, path: string): Promise<string> => {
  const file = basename(path);
  const hash = await hashOf(createReadStream(path));
  await storage.put(backup, file, path);
  if ((await hashOf(await storage.read(backup, file))) !== hash) throw new StorageFailed('DIFFERS');
  return hash;
};

/** Stores the files of a directory as a backup, and reads each of them back. */
export const deliver = async (storage: BackupStorage, backup: string, directory: string): Promise<void> => {
  const sums: string[] = [];
  const files = manifestLast((await readdir(directory)).toSorted());
  for (const file of files) sums.push(`${await store(storage, backup, join(directory, file))}  ${file}\n`);
  const path = join(directory, sumsName);
  await writeFile(path, sums.join(''), { mode: 0o600 });
  await store(storage, backup, path);
};

/** Files that mark a backup with the result of its trial restore. */
export const marks = { cameBack: 'CAME-BACK', failed: 'DID-NOT-COME-BACK' } as const;

type Found = { readonly name: string; readonly files: readonly string[]; readonly time: Date };

/** Returns the readable backups of a storage, newest first. */
const readable = async (storage: Pick<BackupStorage, 'list'>): Promise<Found[]> =>
  [...(await storage.list())]
    .flatMap(([name, files]) => (files === null ? [] : { name, files, time: timeOf(name)! }))
    .toSorted((one, other) => other.time.getTime() - one.time.getTime());

/** Returns the names of the complete backups of a storage, newest first. */
export const namesIn = async (storage: Pick<BackupStorage, 'list'>): Promise<string[]> =>
  (await readable(storage)).filter(({ files }) => isWhole(files)).map(({ name }) => name);

type PruneOptions = {
  /** Time of the last successful trial restore in the events: releases before 1.1 left no mark. */
  readonly cameBack?: Date | null;
  /** Called for a backup that cannot be removed; other backups are still removed. */
  onFailure?(name: string, error: unknown): void;
};

/** Returns the last backup with a successful trial restore. */
const lastToComeBack = (whole: readonly Found[], cameBack: Date | null): Found | undefined =>
  whole.find(({ files }) => files.includes(marks.cameBack)) ??
  whole.find(({ time }) => cameBack !== null && time <= cameBack);

/**
 * Returns the complete backups to keep, newest first: one that failed its trial goes only after a later one
 * succeeded.
 */
const staying = (whole: readonly Found[], cameBack: Date | null): ReadonlySet<Found> => {
  const sound = whole.filter(({ files }) => !files.includes(marks.failed));
  const kept = keptOf(sound.map(({ time }) => time));
  const proven = lastToComeBack(sound, cameBack);
  const isLastResort = (one: Found) => !sound.includes(one) && (!proven || proven.time < one.time);
  return new Set(whole.filter((one) => kept.has(one.time) || one === proven || isLastResort(one)));
};

/**
 * Removes expired and incomplete backups; returns the names of the others, newest first. Leaves alone
 * unreadable ones, and those with file names that lead elsewhere.
 */
export const prune = async (
  storage: BackupStorage,
  { cameBack = null, onFailure }: PruneOptions = {},
): Promise<readonly string[]> => {
  const found = await readable(storage);
  const whole = found.filter(({ files }) => isWhole(files));
  const stay = staying(whole, cameBack);
  const left: string[] = [];
  for (const one of found) {
    if (stay.has(one) || !one.files.every(isPlainName)) continue;
    try {
      // The manifest is removed first: if the removal is interrupted, the remaining files are not a
      // backup.
      await storage.remove(one.name, manifestLast(one.files).toReversed());
    } catch (error) {
      onFailure?.(one.name, error);
      if (isWhole(one.files)) left.push(one.name);
    }
  }
  return whole.flatMap((one) => (stay.has(one) || left.includes(one.name) ? one.name : []));
};
