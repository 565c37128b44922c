import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ageSuffix } from '../backup/age.ts';
import { manifestName } from '../backup/manifest.ts';
import { keptOf } from './retention.ts';
import { type BackupStorage, StorageFailed, timeOf } from './storage.ts';

/** The SHA-256 of every file as it lies there, so that `sha256sum -c` checks a copy without the identity. */
export const sumsName = 'SHA256SUMS';

const hashOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
};

/** With the manifest at the end, whose presence says that all others are there. */
const manifestLast = (files: readonly string[]): string[] =>
  files.toSorted((one, other) => Number(isManifest(one)) - Number(isManifest(other)));

const isManifest = (file: string): boolean => file === manifestName || file === `${manifestName}${ageSuffix}`;

/** Whether all files of a backup came through. */
export const isWhole = (files: readonly string[]): boolean => files.some(isManifest);

/** Stores a file, reads it again from there, and answers its SHA-256. */
const store = async (storage: BackupStorage, backup: string, path: string): Promise<string> => {
  const file = basename(path);
  const hash = await hashOf(createReadStream(path));
  await storage.put(backup, file, path);
  if ((await hashOf(await storage.read(backup, file))) !== hash) throw new StorageFailed('DIFFERS');
  return hash;
};

/** Stores the files of a directory as a backup, and reads each of them again from there. */
export const deliver = async (storage: BackupStorage, backup: string, directory: string): Promise<void> => {
  const sums: string[] = [];
  const files = manifestLast((await readdir(directory)).toSorted());
  for (const file of files) sums.push(`${await store(storage, backup, join(directory, file))}  ${file}\n`);
  const path = join(directory, sumsName);
  await writeFile(path, sums.join(''), { mode: 0o600 });
  await store(storage, backup, path);
};

/** Names of the whole backups of a place, newest first. */
export const namesIn = async (storage: Pick<BackupStorage, 'list'>): Promise<string[]> => {
  const found = [...(await storage.list())].filter(([, files]) => isWhole(files));
  return found
    .map(([name]) => name)
    .toSorted()
    .toReversed();
};

/** Removes what need not be kept, and what never became whole; answers the names of those that stay, newest first. */
export const prune = async (storage: BackupStorage): Promise<readonly string[]> => {
  const found = [...(await storage.list())].map(([name, files]) => ({ name, files, time: timeOf(name)! }));
  const kept = keptOf(found.filter(({ files }) => isWhole(files)).map(({ time }) => time));
  const stay = found.filter(({ time }) => kept.has(time)).map(({ name }) => name);
  for (const { name, files } of found.filter(({ time }) => !kept.has(time))) {
    // First of all the manifest: where this ends halfway, the rest is no backup.
    await storage.remove(name, manifestLast(files).toReversed());
  }
  return stay.toSorted().toReversed();
};
