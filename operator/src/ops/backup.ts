import { resolve } from 'node:path';
import type { Config } from '@visita/platform/core/config';
import { type Recode, sealTo } from '../backup/age.ts';
import { BackupRefused, writeBackup } from '../backup/write.ts';
import { TooBusy } from '../backup/write-events.ts';
import { backupPlans } from './backup-plans.ts';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';
import { productVersion } from './product-version.ts';

const backupHelp = `Usage: npm run --silent ops -- backup <directory> [--plain]

Writes all that cannot be made again from the events, and the events, into a new directory, as it was at one moment. The
product may be running or stopped. What is left out, and why, is in the runbook.

Every file is encrypted (age) to BACKUP_RECIPIENT: only its identity, which is kept on another machine, opens them, and
\`ops keys --backup\` on that machine makes both. Personal data, secrets and keys in it are encrypted besides, by keys that
follow from the key ring, which is not in it: keep that elsewhere too, or nothing can be read.

  --plain  without a recipient, and not in production: ids, times and services are readable

The JSON answer is the manifest.
`;

/** To whom a backup is encrypted; null where it is to stay plain. */
const sealOf = ({ backupRecipient, environment }: Config, plain: boolean): Recode | null => {
  if (plain && environment === 'production')
    throw new BadRequest('In production every backup is encrypted: set BACKUP_RECIPIENT.');
  if (plain) return null;
  if (backupRecipient !== null) return sealTo(backupRecipient);
  throw new BadRequest(
    'Set BACKUP_RECIPIENT to whom the backup is encrypted, age1…; `ops keys --backup`, on another machine, makes one. Outside production --plain leaves it readable.',
  );
};

/** `ops backup`: the exit code. */
export const runBackup = defineOperation({
  help: backupHelp,
  options: { plain: { type: 'boolean', default: false } },
  run: ({ values: { plain }, positionals: [directory, ...more] }, run) => {
    if (directory === undefined || more.length > 0) throw new BadRequest(backupHelp);
    const seal = sealOf(run.config, plain);
    return asOperator(run, async ({ config, database, stored, now, record }) => {
      try {
        const manifest = await writeBackup({
          directory: resolve(directory),
          pool: database.pool,
          stored,
          seal,
          elsewhere: config.eventStoreUrl !== null,
          plans: backupPlans,
          product: await productVersion(),
          now,
          onProgress: run.progress,
        });
        const { position, hash, files, encryption } = manifest;
        const rows = files.reduce((sum, file) => sum + file.rows, 0);
        await record({ operation: 'backup', targets: [position], counts: { files: files.length, rows } });
        const text = `${rows} rows in ${files.length} files, events up to\n  ${position}:${hash}\n${encryption}`;
        return { answer: manifest, text };
      } catch (error) {
        throw error instanceof BackupRefused || error instanceof TooBusy
          ? new BadRequest(error.message)
          : error;
      }
    });
  },
});
