import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@visita/platform/logging/log';
import { readStanding, type Standing } from '@visita/platform/runtime/backup-standing';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { sealTo } from '../backup/age.ts';
import { writeErasures } from '../backup/erasures.ts';
import type { Manifest } from '../backup/manifest.ts';
import { backupPlans } from '../backup/plans.ts';
import { writeBackup } from '../backup/write.ts';
import { deliver, marks, namesIn, prune } from './deliver.ts';
import { drill } from './drill.ts';
import { openStorage } from './open-storage.ts';
import { type BackupStorage, nameOf, StorageFailed } from './storage.ts';

export type BackupRunOptions = {
  readonly foundation: Pick<Foundation, 'config' | 'database' | 'stored' | 'hash' | 'log' | 'now'>;
  readonly product: string;
  /** Whether to test this backup by a restore. */
  readonly drilled: boolean;
  /** Whether to remove expired backups afterwards; never after a manual one. */
  readonly pruned: boolean;
  readonly signal: AbortSignal;
};

export type BackupRun = {
  readonly manifest: Manifest;
  /** Address of the storage without secrets, and the backup's name in it. */
  readonly place: string;
  readonly name: string;
  /** Names of the remaining backups, this one first. */
  readonly kept: readonly string[];
  /** Result of the trial restore; null without one. */
  readonly drill: { readonly code: string | null } | null;
};

/** Provides a staging directory, emptied before and after. */
const withStaging = async <Answered>(
  varDirectory: string,
  work: (directory: string) => Promise<Answered>,
): Promise<Answered> => {
  const directory = join(varDirectory, 'backup-staging');
  const clear = () => rm(directory, { recursive: true, force: true });
  await clear();
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await work(directory);
  } finally {
    await clear();
  }
};

const tryDrill = async (options: BackupRunOptions, directory: string): Promise<{ code: string | null }> => {
  const { foundation, signal } = options;
  try {
    await drill({ foundation, directory, signal });
    return { code: null };
  } catch (error) {
    signal.throwIfAborted();
    foundation.log.error({ err: error }, 'the trial restore of a backup failed');
    return { code: codeOf(error) };
  }
};

/** Marks a backup with the result of its trial restore, which later decides whether it is kept. */
const mark = async (directory: string, { code }: { code: string | null }, now: Date): Promise<void> => {
  const name = code === null ? marks.cameBack : marks.failed;
  await writeFile(join(directory, name), `${now.toISOString()}\n`, { mode: 0o600 });
};

/**
 * Removes expired backups; none if the product has made no backup in a month (a new installation may be about to
 * restore from there), was restored in that time, or if this trial restore failed.
 */
const pruneAfter = (
  storage: BackupStorage,
  { foundation: { log }, pruned }: BackupRunOptions,
  { before, tried }: { before: Standing; tried: BackupRun['drill'] },
): Promise<readonly string[]> => {
  const { last, restored, drill: former } = before;
  if (!pruned || last === null || restored !== null || (tried !== null && tried.code !== null))
    return namesIn(storage);
  return prune(storage, {
    cameBack: former?.came ? former.at : null,
    onFailure: (name, error) => log.warn({ backup: name, code: codeOf(error) }, 'a backup cannot be removed'),
  });
};

/**
 * Makes a backup, optionally tests it by a restore, delivers it to the storage, and removes expired ones
 * there.
 */
export const runBackup = async (options: BackupRunOptions): Promise<BackupRun> => {
  const { foundation, product, drilled, signal } = options;
  const { config, database, stored, hash, now } = foundation;
  if (config.backupRecipient === null) throw new StorageFailed('NO-BACKUP-RECIPIENT');
  const seal = sealTo(config.backupRecipient);
  const before = await readStanding(stored, now());
  return withStaging(config.varDirectory, async (staging) => {
    const [directory, plain] = [join(staging, 'sealed'), join(staging, 'plain')];
    const manifest = await writeBackup({
      directory,
      seal,
      stored,
      product,
      hash,
      now,
      ...(drilled ? { plainCopy: plain } : {}),
      pool: database.pool,
      elsewhere: config.eventStoreUrl !== null,
      plans: backupPlans,
      onProgress: () => signal.throwIfAborted(),
    });
    await writeErasures(foundation, { directory, seal });
    const tried = drilled ? await tryDrill(options, plain) : null;
    await rm(plain, { recursive: true, force: true });
    if (tried !== null) await mark(directory, tried, now());
    const storage = await openStorage(config.backupPlace, signal);
    try {
      const name = nameOf(new Date(manifest.takenAt));
      await deliver(storage, name, directory);
      const kept = await pruneAfter(storage, options, { before, tried });
      return { manifest, place: storage.place, name, kept, drill: tried };
    } finally {
      await storage.close();
    }
  });
};
