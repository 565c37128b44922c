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

/** Who a restore erases again, and how far that is known. */
export type KnownErasures = {
  readonly erasures: readonly Erasure[];
  /** ISO 8601 instant of the backup whose list says it; null where a journal does, or nothing. */
  readonly until: string | null;
  /** By what and until when it is known, in words. */
  readonly told: string;
};

type Asked = {
  /** Of the backup. */
  readonly directory: string;
  /** A file besides the journal. */
  readonly given: string | undefined;
  /** Opens the backup, and the file where it is encrypted. */
  readonly open: Recode | null;
  readonly without: boolean;
  readonly now: Date;
};

const dayLength = 86_400_000;

/** A product makes a backup every day: what is older was not the newest, or there was none since. */
const oldFrom = 2 * dayLength;

/** The list beside the newest backup of a place that can be opened like the one that is restored; null without one. */
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
 * Throws where the newest backup of BACKUP_TO, or of the folder that this one lies in, says that somebody was erased who
 * is not known: they would be back. Answers the places that could not be asked.
 */
const refuseOlder = async (config: Config, known: readonly Erasure[], asked: Asked): Promise<string[]> => {
  const subjects = new Set(known.map(({ subject }) => subject));
  const folder = dirname(asked.directory);
  const places = { BACKUP_TO: config.backupPlace, [folder]: { kind: 'folder', directory: folder } as const };
  const unasked: string[] = [];
  for (const [place, at] of Object.entries(places)) {
    const newest = await inStorage(at, (storage) => newestIn(storage, asked.open)).catch((error: unknown) => {
      unasked.push(
        `${place} could not be asked for the newest list (${codeOf(error)}): look there yourself.`,
      );
      return null;
    });
    const missing = newest?.erasures.filter(({ subject }) => !subjects.has(subject)) ?? [];
    if (missing.length === 0) continue;
    const last = missing
      .map(({ time }) => time)
      .toSorted()
      .at(-1);
    throw new BadRequest(
      `The list of erasures is old: by the backup ${newest?.name} in ${place} ${missing.length} more were erased, ` +
        `the last at ${last}, and would be back. Give its ${erasuresName} with --erasures <file>; ` +
        'ops backup --fetch brings one from BACKUP_TO.',
    );
  }
  return unasked;
};

const counted = (erasures: readonly Erasure[]): string => {
  const last = erasures
    .map(({ time }) => time)
    .toSorted()
    .at(-1);
  return last === undefined ? 'nobody' : `${erasures.length}, the last at ${last}`;
};

/** When the backup was made that a list lies beside; null where it lies beside none. */
const takenBeside = async (path: string, open: Recode | null): Promise<string | null> => {
  try {
    return (await readManifest(dirname(resolve(path)), open)).takenAt;
  } catch (error) {
    if (error instanceof DamagedBackup) return null;
    throw error;
  }
};

const toldOf = (until: string, now: Date): string => {
  const age = now.getTime() - Date.parse(until);
  const days = age >= oldFrom ? `, ${Math.floor(age / dayLength)} days ago` : '';
  return `That is until ${until}${days}: whoever was erased later is back, and has to be erased again.`;
};

/** Who was erased, by the journal and a list. Throws where nothing says it, or something newer: somebody would be back. */
export const knownErasures = async (config: Config, asked: Asked): Promise<KnownErasures> => {
  const { given, open, without, now } = asked;
  const path = config.erasureJournal;
  const journal = await readErasures(path);
  const list = given === undefined ? null : await readListed(given, open);
  if (given !== undefined && list === null) throw new BadRequest(`There is no file ${given}.`);
  if (journal === null && list === null && !without) {
    throw new BadRequest(
      `There is no erasure journal at ${path}: persons erased after the backup would be back. ` +
        'Give it with --erasures <file>, or say --without-erasures where nobody was.',
    );
  }
  const erasures = [...(journal ?? []), ...(list ?? [])];
  const unasked = await refuseOlder(config, erasures, asked);
  // A journal goes on where lists end: with one, their age says nothing.
  const until = given === undefined || journal !== null ? null : await takenBeside(given, open);
  const told = [
    ...(journal === null ? [] : [`Erased by the journal ${path}: ${counted(journal)}.`]),
    ...(list === null ? [] : [`Erased by ${given}: ${counted(list)}.`]),
    ...(until === null ? [] : [toldOf(until, now)]),
    ...unasked,
  ];
  return { erasures, until, told: told.join('\n') };
};
