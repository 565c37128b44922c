import { resolve } from 'node:path';
import type { Config } from '@visita/platform/config/config';
import { type Recode, sealTo } from '../backup/age.ts';
import { writeErasures } from '../backup/erasures.ts';
import { backupPlans } from '../backup/plans.ts';
import { BackupRefused, writeBackup } from '../backup/write.ts';
import { TooBusy } from '../backup/write-events.ts';
import { productVersion } from '@visita/platform/config/product-version';
import { runBackup as deliverBackup } from '../schedule/backup-run.ts';
import { fetchBackup, listBackups } from '../schedule/fetch.ts';
import { performedOf } from '../schedule/schedule.ts';
import { StorageFailed } from '../schedule/storage.ts';
import { type Answer, BadRequest, defineOperation, type Run } from './frame.ts';
import { asOperator } from './operator.ts';

const backupHelp = `Usage: npm run --silent ops -- backup
       npm run --silent ops -- backup <directory> [--plain]
       npm run --silent ops -- backup --list
       npm run --silent ops -- backup --fetch <name> <directory>

Writes a consistent snapshot of the events and of everything that cannot be rebuilt from them. The product may be running
or stopped. The runbook tells what is left out, and why.

Without a directory the backup goes to BACKUP_TO, like the daily one: every file is read back from there, and a trial
restore into a scratch database follows. No other backup is removed. With a directory, which must be new, the backup is
only written there.

Every file is encrypted (age) to BACKUP_RECIPIENT. Only its identity, kept on another machine, decrypts them;
\`ops keys --backup\` on that machine creates both. Personal data, secrets and keys in the backup are also encrypted with
keys derived from the key ring, which is not in it: keep a copy of the ring elsewhere, or the backup cannot be read.

  --plain   no encryption to a recipient, not in production: ids, times and services are readable
  --list    lists the backups in BACKUP_TO, newest first
  --fetch   copies one from there into a new directory, for ops restore

The JSON answer is the manifest; with --list the names; with --fetch the directory.
`;

/** Returns the encryption to the configured recipient; null for a plain backup. */
const sealOf = ({ backupRecipient, environment }: Config, plain: boolean): Recode | null => {
  if (plain && environment === 'production')
    throw new BadRequest(
      'In production every backup is encrypted: set BACKUP_RECIPIENT, or BACKUP_RECIPIENT_FILE to a readable file.',
    );
  if (plain) return null;
  if (backupRecipient !== null) return sealTo(backupRecipient);
  throw new BadRequest(
    'Set BACKUP_RECIPIENT, or BACKUP_RECIPIENT_FILE to a readable file, to the public key (age1…) that the backup is encrypted to; `ops keys --backup` on another machine makes one. Outside production --plain writes an unencrypted backup.',
  );
};

const writeTo = (directory: string, seal: Recode | null, run: Run): Promise<Answer> =>
  asOperator(run, async ({ config, database, stored, hash, now, record }) => {
    const destination = { directory: resolve(directory), seal };
    const manifest = await writeBackup({
      ...destination,
      pool: database.pool,
      stored,
      elsewhere: config.eventStoreUrl !== null,
      plans: backupPlans,
      product: productVersion(),
      hash,
      now,
      onProgress: run.progress,
    });
    await writeErasures({ config, database }, destination);
    const { position, files, encryption } = manifest;
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    await record({ operation: 'backup', targets: [position], counts: { files: files.length, rows } });
    const text = `${rows} rows in ${files.length} files, events up to\n  ${position}:${manifest.hash}\n${encryption}`;
    return { answer: manifest, text };
  });

/** Backs up to the configured storage, like the daily backup. */
const deliverTo = (run: Run): Promise<Answer> =>
  asOperator(run, async (foundation) => {
    sealOf(foundation.config, false);
    const { signal } = new AbortController();
    const product = productVersion();
    const drilled = foundation.config.backupDrill;
    const done = await deliverBackup({ foundation, product, drilled, pruned: false, signal });
    for (const performed of performedOf(done)) await foundation.record(performed);
    const { manifest, place, name, kept, drill } = done;
    const tried =
      drill === null ? '' : drill.code === null ? ', trial restore succeeded' : ', trial restore failed';
    const text = `${name} in ${place}${tried}; ${kept.length} are there. Events up to\n  ${manifest.position}:${manifest.hash}`;
    return { answer: manifest, text, code: drill?.code ? 1 : 0 };
  });

type BackupRequest = { readonly plain: boolean; readonly list: boolean; readonly fetch?: string | undefined };

const backup = async (
  { plain, list, fetch }: BackupRequest,
  directories: readonly string[],
  run: Run,
): Promise<Answer> => {
  const [directory, ...more] = directories;
  if (more.length > 0 || (list && fetch !== undefined)) throw new BadRequest(backupHelp);
  if (list && directory === undefined) {
    const names = await listBackups(run.config.backupPlace);
    return { answer: names, text: names.join('\n') || 'There is none.' };
  }
  if (fetch !== undefined && directory !== undefined) {
    await fetchBackup(run.config.backupPlace, fetch, resolve(directory));
    return { answer: { directory: resolve(directory) }, text: `${fetch} is in ${resolve(directory)}.` };
  }
  if (list || fetch !== undefined || (plain && directory === undefined)) throw new BadRequest(backupHelp);
  return directory === undefined ? deliverTo(run) : writeTo(directory, sealOf(run.config, plain), run);
};

export const runBackup = defineOperation({
  help: backupHelp,
  options: {
    plain: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    fetch: { type: 'string' },
  },
  run: ({ values, positionals }, run) =>
    backup(values, positionals, run).catch((error: unknown) => {
      if (error instanceof StorageFailed)
        throw new BadRequest(
          `BACKUP_TO failed with ${error.code}: docs/runbook/backup-failing.md says what it means.`,
        );
      const expected = error instanceof BackupRefused || error instanceof TooBusy;
      throw expected ? new BadRequest(error.message) : error;
    }),
});
