import { existsSync } from 'node:fs';
import type { Log } from '@visita/platform/logging/log';
import { createBackupFigures } from '@visita/platform/runtime/backup-standing';
import type { Foundation } from '@visita/platform/runtime/foundation';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import { productVersion } from '@visita/platform/config/product-version';
import { createTellOperator } from '../tell.ts';
import { createSchedule } from './schedule.ts';

/** Warns if the backup timer of releases before 1.1 is still installed. */
export const warnOfFormerTimer = (
  log: Pick<Log, 'warn'>,
  timer = '/etc/systemd/system/visita-backup.timer',
): void => {
  if (!existsSync(timer)) return;
  const instead = 'leave BACKUP_AT empty, then `systemctl disable --now visita-backup.timer`';
  log.warn({ file: timer }, `visita-backup.timer is no longer supported: ${instead}; docs/deploy.md`);
};

/**
 * Creates the daily backup schedule of a product; with `BACKUP_AT=off` it only reports the state of backups.
 */
export const composeSchedule = (foundation: Foundation): Lifecycle => {
  const { config, store, now, log, metrics } = foundation;
  const { backupAt: at, backupDrill: drills } = config;
  warnOfFormerTimer(log);
  if (at === null) return createBackupFigures(foundation);
  return createSchedule({
    at,
    drills,
    store,
    now,
    log,
    metrics,
    tell: createTellOperator(config, log),
    run: async (asked) => {
      // Loaded once a day: the backup code is not needed otherwise.
      const { runBackup } = await import('./backup-run.ts');
      return runBackup({ foundation, product: productVersion(), pruned: true, ...asked });
    },
  });
};
