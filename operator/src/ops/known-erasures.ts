import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '@visita/platform/config/config';
import { codeOf } from '@visita/platform/logging/log';
import { type Erasure, parseErasures, readErasures } from '@visita/platform/vault/erasures';
import { ageSuffix, recoded, type Recode } from '../backup/age.ts';
import { erasuresName, readListed } from '../backup/erasures.ts';
import { DamagedBackup, readManifest } from '../backup/manifest.ts';
import { isWhole } from '../schedule/deliver.ts';
import { inStorage } from '../schedule/fetch.ts';
import type { BackupStorage } from '../schedule/storage.ts';
import { BadRequest } from './frame.ts';

/** Persons a restore erases again, and how complete that list is. */
export type KnownErasures = {
  readonly erasures: readonly Erasure[];
  /** ISO 8601 instant of the backup with the list; null with a journal, or without any source. */
  readonly until: string | null;
  /** Source and age of the list, as text. */
  readonly summary: string;
};

type ErasureSources = {
  readonly directory: string;
  /** A list beside the journal. */
  readonly given: string | undefined;
  /** Decrypts the backup, and the list if it is encrypted. */
  readonly open: Recode | null;
  readonly without: boolean;
  readonly now: Date;
};

const dayLength = 86_400_000;

/** With daily backups, a list older than this is not from the newest one, or backups have stopped. */
const oldFrom = 2 * dayLength;

/** Reads the list of the newest backup in a storage that the same identity opens; null without one. */
const newestIn = async (storage: Pick<BackupStorage, 'list' | 'read'>, open: Recode | null) => {
  const file = open === null ? erasuresName : `${erasuresName}${ageSuffix}`;
  const listed = [...(await storage.list())].filter(
    ([, files]) => files !== null && isWhole(files) && files.includes(file),
  );
  const name = listed
    .map(([one]) => one)
    .toSorted()
    .at(-1);
  if (name === undefined) return null;
  const plain = await recoded(await storage.read(name, file), open);
  return { name, erasures: parseErasures(await text(plain)) };
};

/**
 * Throws if the newest backup in BACKUP_TO or in this one's folder lists an unknown erasure: that person
 * would be restored. Returns the places that could not be read.
 */
const refuseOlder = async (
  config: Config,
  known: readonly Erasure[],
  asked: ErasureSources,
): Promise<string[]> => {
  const subjects = new Set(known.map(({ subject }) => subject));
  const folder = dirname(asked.directory);
  const places = { BACKUP_TO: config.backupPlace, [folder]: { kind: 'folder', directory: folder } as const };
  const unasked: string[] = [];
  for (const [place, at] of Object.entries(places)) {
    const newest = await inStorage(at, (storage) => newestIn(storage, asked.open)).catch((error: unknown) => {
      unasked.push(`${place} could not be read for a newer list (${codeOf(error)}): check it yourself.`);
      return null;
    });
    const missing = newest?.erasures.filter(({ subject }) => !subjects.has(subject)) ?? [];
    if (missing.length === 0) continue;
    const last = missing
      .map(({ time }) => time)
      .toSorted()
      .at(-1);
    throw new BadRequest(
      `The list of erasures is old: backup ${newest?.name} in ${place} lists ${missing.length} more, the last at ` +
        `${last}; these persons would be restored. Give its ${erasuresName} with --erasures <file>; ` +
        'ops backup --fetch copies a backup from BACKUP_TO.',
    );
  }
  return unasked;
};

const counted = (erasures: readonly Erasure[]): string => {
  const last = erasures
    .map(({ time }) => time)
    .toSorted()
    .at(-1);
  return last === undefined ? 'none' : `${erasures.length}, the last at ${last}`;
};

/** Returns the time of the backup beside a list; null without one. */
const takenBeside = async (path: string, open: Recode | null): Promise<string | null> => {
  try {
    return (await readManifest(dirname(resolve(path)), open)).takenAt;
  } catch (error) {
    if (error instanceof DamagedBackup) return null;
    throw error;
  }
};

const ageInWords = (until: string, now: Date): string => {
  const age = now.getTime() - Date.parse(until);
  const days = age >= oldFrom ? `, ${Math.floor(age / dayLength)} days ago` : '';
  return `The list ends at ${until}${days}: persons erased later are restored, and must be erased again.`;
};

/**
 * Lists erasures of the journal and a list. Throws if there is neither, or a newer one: erased persons would
 * be restored.
 */
export const knownErasures = async (config: Config, asked: ErasureSources): Promise<KnownErasures> => {
  const { given, open, without, now } = asked;
  const path = config.erasureJournal;
  const journal = await readErasures(path);
  const list = given === undefined ? null : await readListed(given, open);
  if (given !== undefined && list === null) throw new BadRequest(`There is no file ${given}.`);
  if (journal === null && list === null && !without) {
    throw new BadRequest(
      `There is no erasure journal at ${path}: persons erased after the backup would be restored. ` +
        'Give it with --erasures <file>, or use --without-erasures if there were none.',
    );
  }
  const erasures = [...(journal ?? []), ...(list ?? [])];
  const unasked = await refuseOlder(config, erasures, asked);
  // A journal continues lists, so their age does not matter.
  const until = given === undefined || journal !== null ? null : await takenBeside(given, open);
  const lines = [
    ...(journal === null ? [] : [`Erasures in the journal ${path}: ${counted(journal)}.`]),
    ...(list === null ? [] : [`Erasures in ${given}: ${counted(list)}.`]),
    ...(until === null ? [] : [ageInWords(until, now)]),
    ...unasked,
  ];
  return { erasures, until, summary: lines.join('\n') };
};
