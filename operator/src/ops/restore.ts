import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fillFrom } from '../backup/fill.ts';
import { refuseFilled, refuseOtherRelease, RestoreRefused } from '../backup/load.ts';
import { openWith, type Recode } from '../backup/age.ts';
import { DamagedBackup, isAuthentic, isSealed, type Manifest, readBackup } from '../backup/manifest.ts';
import type { Config } from '@visita/platform/config/config';
import { readKeys } from '@visita/platform/vault/key-file';
import { lastingKeyIn } from '@visita/platform/vault/key-ring';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { connectDatabase } from '@visita/platform/postgres/connect';
import { beginning } from '@visita/platform/event-store/port';
import { operations } from '@visita/platform/runtime/backup-standing';
import { dropPrevious, rebuild } from '@visita/projector/rebuild';
import { composeCore, type Core } from '../core.ts';
import { openDatabase } from '../database.ts';
import { backupPlans } from '../backup/plans.ts';
import { BadRequest, defineOperation, type Run, secondsOf } from './frame.ts';
import { logProgress } from './progress.ts';
import { createOperator } from './operator.ts';
import { eraseAgain } from './restore-erasures.ts';
import { type KnownErasures, knownErasures } from './known-erasures.ts';

const restoreHelp = `Usage: npm run --silent ops -- restore <directory> [--identity <file>] [--erasures <file>]
         [--without-erasures] [--unauthenticated]

Loads a backup into an empty database (DATABASE_URL, or the embedded one of a new VAR_DIRECTORY). Stop the product and put
the master key in place first. It checks that the backup is signed by this key ring and that its files are unchanged, then
loads it and compares the hash of the log. Then it erases again the persons erased after the backup, and builds the read
models. If any of this fails, nothing is left behind.

  --identity <file>    the age identity of BACKUP_RECIPIENT, to decrypt the backup
  --erasures <file>    erasures in addition to ERASURE_JOURNAL: a journal, the output of ops erasures, or
                       erasures.jsonl.age of the newest backup
  --without-erasures   there is no journal, and no one was erased since the backup
  --unauthenticated    for a backup of a release before 1.1, or of a lost key ring: you know that it was not changed
  --wait <seconds>     timeout of the erasures (600)

The answer names the sources of the known erasures and how recent they are. If the newest backup in BACKUP_TO, or beside
this one, lists erasures that are missing, nothing is restored until its list is given.

The JSON answer is { position, hash, events, erased, erasuresUntil }. erasuresUntil is the instant of the backup whose list
was given; null with a journal.
`;

const schemas = backupPlans.map(({ schema }) => schema);

/** Throws without a master key: a generated one would fit no backup. */
const checkMasterKey = async ({ masterKey, varDirectory }: Config): Promise<void> => {
  if (masterKey) return;
  const path = join(varDirectory, 'secrets', 'master.key');
  await access(path).catch(() => {
    throw new BadRequest(`Put the master key of the backup to ${path} first, or set MASTER_KEY_FILE.`);
  });
};

/**
 * Refuses a manifest that this key ring did not sign: an attacker who changes files can change their hashes
 * too.
 */
const refuseUnauthenticated = async (config: Config, manifest: Manifest): Promise<void> => {
  const key = lastingKeyIn(await readKeys(config), 'hashing');
  if (key !== null && isAuthentic(manifest, createKeyedHash(key))) return;
  const why =
    manifest.authentication === undefined
      ? 'it is of a release before 1.1, or its authentication was removed'
      : 'it is of a product with another master key, or it was changed';
  throw new BadRequest(
    `This backup is not authenticated by the key ring: ${why}. ` +
      'Restore it with --unauthenticated only if you are sure that no one else could write to it.',
  );
};

type RestoreRequest = {
  readonly directory: string;
  readonly open: Recode | null;
  readonly known: KnownErasures;
  readonly unauthenticated: boolean;
  readonly wait: number;
};

/** Loads a verified backup into an empty database and prepares it for serving. */
const restoreInto = async (core: Core, asked: RestoreRequest & { readonly manifest: Manifest }, run: Run) => {
  const { database, store, log } = core;
  const { manifest, known } = asked;
  const { position, hash, events } = await fillFrom(core, { ...asked, onProgress: run.progress });
  const operator = { ...createOperator(core, run), vault: core.vault, commands: core.commands };
  const erased = await eraseAgain(operator, known.erasures, asked.wait);
  await rebuild({
    store,
    database,
    log,
    onProgress: (read) => run.progress(logProgress('read models', read)),
  });
  // The empty read models are no use for a rollback.
  await dropPrevious({ database });
  await operator.record({ operation: operations.restored, targets: [position], counts: { events, erased } });
  const text =
    `Restored what was at ${manifest.takenAt}: ${events} events up to\n  ${position}:${hash}\n` +
    `${erased} erased since then were erased again. The product can be started.\n${known.summary}`;
  const answer = { position, hash, events, erased, erasuresUntil: known.until };
  return { answer, text: text.trim() };
};

const restore = async (asked: RestoreRequest, run: Run) => {
  const { config, log } = run;
  await checkMasterKey(config);
  const manifest = await readBackup(asked.directory, asked.open);
  if (!asked.unauthenticated) await refuseUnauthenticated(config, manifest);
  refuseOtherRelease(manifest, backupPlans);
  const opened = await openDatabase({ config, log, useRunning: false });
  try {
    const database = connectDatabase({ url: opened.url, log });
    try {
      await refuseFilled(database.pool, schemas);
      const core = await composeCore({ config, log, url: opened.url });
      try {
        if ((await core.stored.head()) !== beginning) {
          throw new RestoreRefused('There are events already: restore with a new EventStoreDB.');
        }
        return await restoreInto(core, { ...asked, manifest }, run);
      } catch (error) {
        // The database was empty before, so all schemas can be dropped.
        for (const schema of schemas) await database.pool.query(`drop schema if exists ${schema} cascade`);
        throw error;
      } finally {
        await core.close();
      }
    } finally {
      await database.close();
    }
  } finally {
    await opened.stop();
  }
};

const identityOf = async (path: string): Promise<Recode> => {
  try {
    return openWith(await readFile(path, 'utf8'));
  } catch {
    throw new BadRequest(`${path} is not there, or holds no age identity.`);
  }
};

/** Returns the decryption of a backup's files; null for plain files. */
const openerOf = async (directory: string, identity: string | undefined): Promise<Recode | null> => {
  if (!(await isSealed(directory))) return null;
  if (identity === undefined)
    throw new BadRequest('This backup is encrypted: name the file of its age identity with --identity.');
  return identityOf(resolve(identity));
};

export const runRestore = defineOperation({
  help: restoreHelp,
  options: {
    identity: { type: 'string' },
    erasures: { type: 'string' },
    'without-erasures': { type: 'boolean', default: false },
    unauthenticated: { type: 'boolean', default: false },
    wait: { type: 'string', default: '600' },
  },
  run: async ({ values, positionals: [directory, ...more] }, run) => {
    if (directory === undefined || more.length > 0) throw new BadRequest(restoreHelp);
    const { identity, erasures, unauthenticated, 'without-erasures': without } = values;
    const wait = secondsOf('--wait', values.wait);
    try {
      const open = await openerOf(resolve(directory), identity);
      const backup = { directory: resolve(directory), open };
      const listed = { ...backup, given: erasures, without, now: new Date() };
      const known = await knownErasures(run.config, listed);
      return await restore({ ...backup, known, unauthenticated, wait }, run);
    } catch (error) {
      const expected = error instanceof DamagedBackup || error instanceof RestoreRefused;
      throw expected ? new BadRequest(error.message) : error;
    }
  },
});
