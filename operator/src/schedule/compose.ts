import { createBackupFigures } from '@visita/platform/runtime/backup-standing';
import type { Foundation } from '@visita/platform/runtime/foundation';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import { productVersion } from '@visita/platform/core/product-version';
import { createTellOperator } from '../tell.ts';
import { createSchedule } from './schedule.ts';

/** The daily backup of a product; where it is left to others, how backups stand. */
export const composeSchedule = (foundation: Foundation): Lifecycle => {
  const { config, store, now, log, metrics } = foundation;
  const { backupAt: at, backupDrill: drills } = config;
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
      // Loaded once a day: what makes a backup is not needed otherwise.
      const { runBackup } = await import('./backup-run.ts');
      return runBackup({ foundation, product: productVersion(), pruned: true, ...asked });
    },
  });
};
