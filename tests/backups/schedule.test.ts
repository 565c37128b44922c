import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity, openWith } from '@visita/operator/backup/age';
import { readListed } from '@visita/operator/backup/erasures';
import { fillFrom } from '@visita/operator/backup/fill';
import { readBackup } from '@visita/operator/backup/manifest';
import { keptUp } from '@visita/operator/doctor/keeping';
import { lookAt } from '@visita/operator/doctor/check';
import { createRecordOperation, operatorActor } from '@visita/operator/record';
import { runBackup } from '@visita/operator/schedule/backup-run';
import { fetchBackup, listBackups } from '@visita/operator/schedule/fetch';
import { keptOf } from '@visita/operator/schedule/retention';
import { createSchedule } from '@visita/operator/schedule/schedule';
import { nameOf, timeOf } from '@visita/operator/schedule/storage';
import { type Config, readConfig } from '@visita/platform/config/config';
import { readStanding } from '@visita/platform/runtime/backup-standing';
import { layFoundation } from '@visita/platform/runtime/foundation';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProductDatabase } from '../support/product-database.ts';
import { startS3Double } from '../support/s3-double.ts';

const closing: (() => unknown)[] = [];
let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'visita-schedule-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await rm(place, { recursive: true, force: true });
});

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Opens a product with a controlled clock and its backup schedule. */
const openProduct = async (given: Readonly<Record<string, string>>) => {
  const database = await createProductDatabase();
  closing.push(() => database.close());
  const { file: identity, recipient } = await newIdentity();
  const settings = {
    VAR_DIRECTORY: join(place, 'var'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    BACKUP_RECIPIENT: recipient,
    BACKUP_AT: '02:30',
    ...given,
  };
  let time = new Date('2026-10-20T02:31:00.000Z');
  const now = () => time;
  let config: Config = readConfig(settings);
  const foundation = await layFoundation({ config, log: silent, url: database.url }, now);
  closing.push(() => foundation.close());
  const alarms: string[] = [];
  const drills: Date[] = [];
  const alarmMails: string[] = [];
  const schedule = createSchedule({
    at: config.backupAt!,
    drills: true,
    store: foundation.store,
    now,
    log: { ...silent, error: () => void alarms.push('log') },
    metrics: { collect: () => () => undefined, backupFailed: (part) => void alarms.push(part) },
    tell: async (subject) => void alarmMails.push(subject),
    run: async (asked) => {
      if (asked.drilled) drills.push(now());
      return runBackup({ foundation: { ...foundation, config }, product: '1.2.3', pruned: true, ...asked });
    },
  });
  const cause = { correlationId: randomUUID(), actor: operatorActor('test') };
  const record = createRecordOperation({ store: foundation.store, now, cause });
  return {
    foundation,
    identity,
    alarms,
    drills,
    record,
    alarmMails,
    now,
    look: schedule.look,
    config: () => config,
    set: (changed: Readonly<Record<string, string>>) => {
      config = readConfig({ ...settings, ...changed });
    },
    pass: (milliseconds: number) => {
      time = new Date(time.getTime() + milliseconds);
    },
    /** Appends an event, so that the next backup differs. */
    live: () => record({ operation: 'rebuild' }),
    standing: () => readStanding(foundation.store, now()),
    doctor: async () => {
      const { store } = foundation;
      const found = await lookAt(keptUp({ store, now, needed: true, scheduled: true }).slice(0, 2));
      return found.map(({ state }) => state);
    },
  };
};

/** Returns a full file system if it can be mounted, else a path where no directory can be created. */
const fullDisk = async (): Promise<string> => {
  const directory = join(place, 'full');
  await mkdir(directory);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', directory], { stdio: 'ignore' });
    closing.push(() => execFileSync('umount', [directory]));
    return directory;
  } catch {
    await writeFile(join(directory, 'file'), '');
    return join(directory, 'file');
  }
};

/** Restores a backup from a bucket into a new database; returns the hash of its log. */
const restore = async (product: Awaited<ReturnType<typeof openProduct>>, name: string): Promise<number> => {
  const directory = join(place, name);
  await fetchBackup(product.config().backupPlace, name, directory);
  const open = openWith(product.identity);
  const manifest = await readBackup(directory, open);
  await using database = await createTestDatabase();
  const config = { ...product.config(), databasePoolSize: 2 };
  const restored = await layFoundation({ config, log: silent, url: database.url }, product.now);
  try {
    return (await fillFrom(restored, { directory, open, manifest })).events;
  } finally {
    await restored.close();
    await rm(directory, { recursive: true });
  }
};

it('a product without backups of its own removes no other backup', async () => {
  const BACKUP_TO = join(place, 'shared');
  const former = await openProduct({ BACKUP_TO });
  await former.look();
  const fresh = await openProduct({ BACKUP_TO });
  const made = () => listBackups(fresh.config().backupPlace);
  fresh.pass(3_600_000);
  await fresh.look();
  expect(await made()).toEqual(['2026-10-20T033100Z', '2026-10-20T023100Z']);
  fresh.pass(86_400_000);
  await fresh.look();
  expect(await made(), 'the newest of each day').toEqual(['2026-10-21T033100Z', '2026-10-20T033100Z']);
});

it('neither a restore nor a manual backup removes backups', async () => {
  const product = await openProduct({ BACKUP_TO: join(place, 'backups') });
  const made = () => listBackups(product.config().backupPlace);
  const byHand = () =>
    runBackup({
      foundation: product.foundation,
      product: '1.2.3',
      drilled: false,
      pruned: false,
      signal: new AbortController().signal,
    });
  await product.look();
  product.pass(hour);
  await byHand();
  product.pass(hour);
  expect((await byHand()).kept).toHaveLength(3);
  await product.record({ operation: 'restore' });
  product.pass(day);
  await product.look();
  expect(await made(), 'after a restore').toHaveLength(4);
  product.pass(32 * day);
  await product.look();
  product.pass(day);
  await product.look();
  expect((await made()).length, 'a month later').toBeLessThan(6);
});

it(
  'a month of backups: every fault raises an alarm each time, and every kept backup can be restored',
  { tags: ['release'], timeout: 300_000 },
  async () => {
    const server = await startS3Double();
    closing.push(() => server.stop());
    const product = await openProduct({ BACKUP_TO: server.address() });
    const gone = await startS3Double();
    await gone.stop();
    const faults: Readonly<Record<number, Readonly<Record<string, string>>>> = {
      6: { VAR_DIRECTORY: await fullDisk() },
      12: { BACKUP_TO: server.address('wrong') },
      18: { BACKUP_TO: gone.address() },
    };
    const made: Date[] = [];
    const failures: string[] = [];
    for (let night = 0; night < 31; night += 1) {
      await product.live();
      const fault = faults[night];
      if (fault) {
        product.set(fault);
        for (const attempt of [1, 2]) {
          expect(await product.look()).toBe(true);
          // The failure is logged and counted each time.
          expect(product.alarms.splice(0)).toEqual(['backup', 'log']);
          const { failure, last } = await product.standing();
          expect(failure?.at).toEqual(product.now());
          expect(last).toEqual(made.at(-1));
          if (attempt === 1) failures.push(failure!.code);
          expect((await product.doctor())[0]).toBe('wrong');
          // There is no retry within an hour.
          product.pass(59 * minute);
          expect(await product.look()).toBe(false);
          product.pass(minute);
        }
        product.set({});
      }
      expect(await product.look()).toBe(true);
      made.push(product.now());
      expect(await product.look()).toBe(false);
      expect(await product.standing()).toMatchObject({
        last: made.at(-1),
        failure: null,
        drill: { came: true },
      });
      expect(await product.doctor()).toEqual(['ok', 'ok']);
      product.pass(day - (product.now().getTime() % day) + 2 * hour + 31 * minute);
    }
    expect(product.alarms).toEqual([]);
    expect(failures.slice(1)).toEqual(['S3-403', 'ECONNREFUSED']);
    expect(['ENOSPC', 'ENOTDIR']).toContain(failures[0]);
    // The first backup, and the one thirty days later.
    expect(product.drills).toEqual([made[0], made[30]]);
    const kept = await listBackups(product.config().backupPlace);
    expect(kept).toEqual([...keptOf(made)].map(nameOf).toSorted().toReversed());
    const counts: number[] = [];
    for (const name of kept) counts.push(await restore(product, name));
    // Each backup has the events until its night, so older ones have fewer.
    expect(counts.every((count, index) => index === 0 || count < counts[index - 1]!)).toBe(true);
    expect(made.map((time) => time.getTime())).toContain(timeOf(kept[0]!)!.getTime());
    expect(await readdir(join(place, 'var'))).not.toContain('backup-staging');
  },
);

it('a backup that fails its trial restore is still stored, and raises an alarm until one succeeds', async () => {
  const product = await openProduct({ BACKUP_TO: join(place, 'backups') });
  const { pool } = product.foundation.database;
  const [{ name }] = (await pool.query<{ name: string }>('select current_database() as name')).rows as [
    { name: string },
  ];
  await product.live();
  // A database of the trial's name that cannot be dropped, because it is a template.
  await pool.query(`create database "${name}_drill" is_template true`);
  await product.look();
  expect(product.alarms).toEqual(['drill']);
  expect(product.alarmMails).toEqual(['the trial restore of a backup failed']);
  expect(await product.doctor()).toEqual(['ok', 'wrong']);
  product.pass(minute);
  const { foundation } = product;
  const { signal } = new AbortController();
  const again = await runBackup({ foundation, product: '1.2.3', drilled: true, pruned: true, signal });
  expect(again, 'the former one of this day stays').toMatchObject({ drill: {}, kept: { length: 2 } });
  await pool.query(`alter database "${name}_drill" is_template false`);
  product.pass(day);
  await product.look();
  expect(await product.doctor()).toEqual(['ok', 'ok']);
  expect((await pool.query('select from pg_database where datname = $1', [`${name}_drill`])).rows).toEqual(
    [],
  );
});

it('a backup contains the erasure list, even if empty, in case the journal is lost with the machine', async () => {
  const product = await openProduct({ BACKUP_TO: join(place, 'backups') });
  const listed = async (copy: string) => {
    const [newest] = await listBackups(product.config().backupPlace);
    await fetchBackup(product.config().backupPlace, newest!, join(place, copy));
    return readListed(join(place, copy, 'erasures.jsonl.age'), openWith(product.identity));
  };
  await product.look();
  expect(await listed('first')).toEqual([]);
  const subject = `patient-${randomUUID()}` as const;
  await product.foundation.vault.erase(subject);
  product.pass(day);
  await product.look();
  expect(await listed('second')).toMatchObject([{ subject }]);
});

it('without a recipient no backup is written, which raises an alarm', async () => {
  const product = await openProduct({ BACKUP_TO: join(place, 'backups') });
  product.set({ BACKUP_RECIPIENT: '' });
  expect(await product.look()).toBe(true);
  expect(product.alarms).toEqual(['backup', 'log']);
  expect(product.alarmMails).toEqual(['the backup failed']);
  product.pass(hour);
  await product.look();
  expect(product.alarmMails, 'not every hour').toHaveLength(1);
  product.pass(day);
  await product.look();
  expect(product.alarmMails, 'again the next day').toHaveLength(2);
  expect(await product.standing()).toMatchObject({ last: null, failure: { code: 'NO-BACKUP-RECIPIENT' } });
  expect(await listBackups(product.config().backupPlace)).toEqual([]);
});
