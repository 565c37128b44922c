import { resolve } from 'node:path';
import { BackupRefused, writeBackup } from '../backup/write.ts';
import { TooBusy } from '../backup/write-events.ts';
import { backupPlans } from './backup-plans.ts';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';
import { productVersion } from './product-version.ts';

const backupHelp = `Usage: npm run --silent ops -- backup <directory>

Writes all that cannot be made again from the events, and the events, into a new directory, as it was at one moment. The
product may be running or stopped. What is left out, and why, is in the runbook.

The backup is not encrypted as a whole. Personal data, secrets and keys in it are, by keys that follow from the master
key, which is not in it: keep the master key elsewhere, or nothing can be read. Ids, times and services are readable.

The JSON answer is the manifest.
`;

/** `ops backup`: the exit code. */
export const runBackup = defineOperation({
  help: backupHelp,
  options: {},
  run: ({ positionals: [directory, ...more] }, run) => {
    if (directory === undefined || more.length > 0) throw new BadRequest(backupHelp);
    return asOperator(run, async ({ config, database, stored, now, record }) => {
      try {
        const manifest = await writeBackup({
          directory: resolve(directory),
          pool: database.pool,
          stored,
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
