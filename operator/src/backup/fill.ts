import type { Subject } from '@visita/contracts/event';
import { createSeals } from '@visita/platform/event-store/seals';
import { migrate } from '@visita/platform/postgres/migrate';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { type LogReport, verifyLog } from '../verify/log.ts';
import type { Recode } from './age.ts';
import { loadBackup } from './load.ts';
import { DamagedBackup, type Manifest } from './manifest.ts';
import { backupPlans, histories } from './plans.ts';

/** A verified backup to load, with a progress callback. */
export type Filling = {
  readonly directory: string;
  /** Decrypts every file; null if they are plain. */
  readonly open: Recode | null;
  readonly manifest: Manifest;
  onProgress?(progress: { what: string; done: number; total: number }): void;
};

/** Unwraps one of the vault's keys; throws if it was wrapped with another master key. */
const tryMasterKey = async ({ database, vault }: Foundation): Promise<void> => {
  const { rows } = await database.pool.query<{ subject: Subject }>(
    'select subject from vault.keys where wrapped is not null limit 1',
  );
  await vault.getKeys(rows.map(({ subject }) => subject));
};

const checkHash = async ({ stored, database, now }: Foundation, manifest: Manifest): Promise<LogReport> => {
  const report = await verifyLog({ stored, seals: createSeals(database.pool, now) });
  if (report.hash === manifest.hash && report.problems.length === 0) return report;
  throw new DamagedBackup('The log does not have the hash of the manifest: this backup was changed.');
};

/**
 * Loads a backup into an empty database: creates and fills the tables, then checks the log's hash and the
 * master key. Does not build read models.
 */
export const fillFrom = async (foundation: Foundation, filling: Filling): Promise<LogReport> => {
  const { database, config, stored } = foundation;
  for (const [schema, steps] of Object.entries(histories)) await migrate(database.knex, schema, steps);
  // The foundation has stored this installation's host; the backup restores the original one.
  await database.pool.query('delete from calendar.uid_host');
  const otherStore = config.eventStoreUrl === null ? null : stored;
  await loadBackup({ ...filling, pool: database.pool, plans: backupPlans, elsewhere: otherStore });
  const report = await checkHash(foundation, filling.manifest);
  await tryMasterKey(foundation);
  return report;
};
