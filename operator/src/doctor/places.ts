import type { Config } from '@visita/platform/config/config';
import { settingNames } from '@visita/platform/config/environment';
import { misspeltNames } from '@visita/platform/config/misspelt';
import { stillModel } from '@visita/platform/config/still-model';
import { openStorage } from '../schedule/open-storage.ts';
import { isWhole } from '../schedule/deliver.ts';
import { type Check, ok, off, wrong } from './check.ts';

/** Checks that the backup storage and each backup in it are readable. */
export const backupsCanBeRead = (config: Config): Check => ({
  name: 'backups',
  todo: 'docs/runbook/backup-failing.md explains the code.',
  look: async () => {
    const signal = AbortSignal.timeout(5_000);
    const storage = await openStorage(config.backupPlace, signal);
    try {
      const found = [...(await storage.list())];
      const unreadable = found.filter(([, files]) => files === null).map(([name]) => name);
      const whole = found.filter(([, files]) => files !== null && isWhole(files)).length;
      const summary = `${whole} in ${storage.place}`;
      if (unreadable.length === 0) return whole === 0 ? off(`none in ${storage.place}`) : ok(summary);
      const todo = 'Give them to the owner of the data (chown -R): until then retention ignores them.';
      return wrong(`${summary}; this user cannot read ${unreadable.join(', ')}`, todo);
    } finally {
      await storage.close();
    }
  },
});

/** Checks for unknown environment variables that look like settings. */
export const settingsAreKnown = (environment: Readonly<Record<string, string | undefined>>): Check => ({
  name: 'settings',
  todo: '',
  look: async () => {
    const found = [...misspeltNames(environment, settingNames)];
    if (found.length === 0) return ok('all names are known');
    const warnings = found.map(
      ([name, setting]) => `${name} is unknown and ignored: did you mean ${setting}?`,
    );
    return wrong(warnings.join('; '), 'Correct the names and restart.');
  },
});

/** Lists the production decisions that are still open. */
export const nothingIsModel = (config: Config): Check => ({
  name: 'decisions',
  todo: '',
  look: async () => {
    if (config.environment !== 'production') return off('only needed in production');
    const left = stillModel(config);
    return left.length === 0 ? ok('all made') : off(`still open: ${left.join('; ')}`);
  },
});
