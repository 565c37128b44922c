import type { Config } from '@visita/platform/config/config';
import { settingNames } from '@visita/platform/config/config';
import { misspeltNames } from '@visita/platform/config/misspelt';
import { stillModel } from '@visita/platform/config/still-model';
import { openStorage } from '../schedule/open-storage.ts';
import { isWhole } from '../schedule/deliver.ts';
import { type Check, ok, off, wrong } from './check.ts';

/** Checks that the backup storage and each backup in it are readable. */
export const backupsCanBeRead = (config: Config): Check => ({
  name: 'backups',
  todo: 'docs/runbook/backup-failing.md says what the code means.',
  look: async () => {
    const signal = AbortSignal.timeout(5_000);
    const storage = await openStorage(config.backupPlace, signal);
    try {
      const found = [...(await storage.list())];
      const unreadable = found.filter(([, files]) => files === null).map(([name]) => name);
      const whole = found.filter(([, files]) => files !== null && isWhole(files)).length;
      const summary = `${whole} in ${storage.place}`;
      if (unreadable.length === 0) return whole === 0 ? off(`none in ${storage.place}`) : ok(summary);
      const todo =
        'Give them to the owner of the data (chown -R): they count for no rule, and none is removed.';
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
    if (found.length === 0) return ok('every name is known');
    const warnings = found.map(([name, setting]) => `${name} is ignored: ${setting} may be meant`);
    return wrong(warnings.join('; '), 'Put the names right and start again.');
  },
});

/** Lists the production decisions that are still open. */
export const nothingIsModel = (config: Config): Check => ({
  name: 'decisions',
  todo: '',
  look: async () => {
    if (config.environment !== 'production') return off('none are needed outside production');
    const left = stillModel(config);
    return left.length === 0 ? ok('all made') : off(`still to be made: ${left.join('; ')}`);
  },
});
