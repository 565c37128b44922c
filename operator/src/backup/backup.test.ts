import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandMigrations } from '@visita/command-service/migrations';
import { migrate } from '@visita/platform/postgres/migrate';
import { createEventStoreDBEventStore } from '@visita/platform/event-store/eventstoredb';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createSeals, sealMigrations } from '@visita/platform/event-store/seals';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { startEventStoreDBDouble } from '@visita/platform/testing/eventstoredb/double';
import { someEvent, someStream } from '@visita/platform/testing/events';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLog } from '../verify/log.ts';
import { loadBackup, refuseFilled, refuseOtherRelease, RestoreRefused } from './load.ts';
import { newIdentity, openWith, type Recode, sealTo } from './age.ts';
import { DamagedBackup, isAuthentic, isSealed, type Manifest, readBackup } from './manifest.ts';
import type { SchemaPlan } from './plan.ts';
import { backupPlans } from './plans.ts';
import { BackupRefused, writeBackup } from './write.ts';
import { TooBusy } from './write-events.ts';

const hash = createKeyedHash(Buffer.alloc(32, 'one key'));
const now = () => new Date('2026-11-20T08:00:00.000Z');
const command = Object.keys(commandMigrations);
const commandPlan = backupPlans.find(({ schema }) => schema === 'command')!;
const without = (...kept: string[]) =>
  Object.fromEntries(
    [...commandPlan.kept, ...Object.keys(commandPlan.leftOut)]
      .filter((name) => !kept.includes(name))
      .map((name) => [name, 'not of this test']),
  );
const plans: readonly SchemaPlan[] = [
  {
    schema: 'command',
    migrations: command,
    kept: ['checkpoints', 'workplaces'],
    positions: ['checkpoints'],
    leftOut: without('checkpoints', 'workplaces'),
  },
  {
    schema: 'operator',
    migrations: Object.keys(sealMigrations),
    kept: ['seals'],
    leftOut: { ended_sessions: 'not of this test' },
  },
];

type Place = { database: TestDatabase; stored: EventStore; elsewhere: boolean };

const closing: (() => Promise<unknown>)[] = [];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-backup-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await rm(directory, { recursive: true });
});

const openPlace = async (kind: 'postgresql' | 'eventstoredb'): Promise<Place> => {
  const database = await createTestDatabase();
  closing.push(() => database.close());
  await migrate(database.knex, 'command', commandMigrations);
  await migrate(database.knex, 'operator', sealMigrations);
  const inEventStoreDb = kind === 'eventstoredb';
  if (inEventStoreDb) {
    const double = await startEventStoreDBDouble();
    closing.push(() => double.stop());
    const stored = createEventStoreDBEventStore({ url: double.url, log: silent });
    closing.push(() => stored.close());
    return { database, stored, elsewhere: inEventStoreDb };
  }
  const stored = createPostgresEventStore({ database, log: silent });
  closing.push(() => stored.close());
  await stored.ensureSchema();
  return { database, stored, elsewhere: inEventStoreDb };
};

const strange = 'tab\tline\nreturn\rslash\\ \u2028 quote" \\N';
/** Writes six events in two streams; a process has handled four. */
const fill = async ({ database, stored }: Place): Promise<void> => {
  const [one, other] = [someStream(), someStream()];
  await stored.append(one, 'no-stream', [someEvent({ word: strange }), someEvent()]);
  await stored.append(other, 'no-stream', [someEvent()]);
  await stored.append(one, 1, [someEvent({ b: 1, a: [null, { d: 1.5, c: 'così' }] })]);
  const [, , , seen] = await stored.readAll(beginning, 10);
  await stored.append(other, 0, [someEvent(), someEvent()]);
  await database.pool.query('insert into command.checkpoints values ($1, $2), ($3, $4)', [
    strange,
    seen!.position,
    'never',
    beginning,
  ]);
  await database.pool.query(
    'insert into command.workplaces values (gen_random_uuid(), gen_random_uuid(), null)',
  );
};

const write = (
  { database, stored, elsewhere: inEventStoreDb }: Place,
  to = join(directory, 'backup'),
  seal: Recode | null = null,
) =>
  writeBackup({
    directory: to,
    pool: database.pool,
    stored,
    seal,
    elsewhere: inEventStoreDb,
    plans,
    hash,
    product: '1.2.3',
    now,
  });
const load = async (
  from: string,
  { database, stored, elsewhere: inEventStoreDb }: Place,
  open: Recode | null = null,
) => {
  const manifest = await readBackup(from, open);
  refuseOtherRelease(manifest, plans);
  const { pool } = database;
  await loadBackup({
    directory: from,
    open,
    pool,
    manifest,
    plans,
    elsewhere: inEventStoreDb ? stored : null,
  });
};
const lookInto = async ({ database, stored }: Place) => {
  const seals = createSeals(database.pool, now);
  const { hash, events, problems } = await verifyLog({ stored, seals });
  const [, , , seen] = await stored.readAll(beginning, 10);
  const { rows } = await database.pool.query('select * from command.checkpoints order by position');
  const places = await database.pool.query('select * from command.workplaces');
  const checkpoints = [
    { name: 'never', position: beginning },
    { name: strange, position: seen!.position },
  ];
  return {
    hash,
    events,
    problems,
    rightPlace: JSON.stringify(rows) === JSON.stringify(checkpoints),
    places: places.rows,
  };
};

describe('a backup', () => {
  it.each([
    ['postgresql', 'postgresql'],
    ['eventstoredb', 'eventstoredb'],
    ['postgresql', 'eventstoredb'],
    ['eventstoredb', 'postgresql'],
  ] as const)('of %s is restored in %s unchanged and continues from the same event', async (from, to) => {
    const source = await openPlace(from);
    await fill(source);
    const before = await lookInto(source);
    expect(before).toMatchObject({ events: 6, problems: [], rightPlace: true });
    const manifest = await write(source);
    expect(manifest).toMatchObject({ product: '1.2.3', hash: before.hash, takenAt: now().toISOString() });
    const target = await openPlace(to);
    await load(join(directory, 'backup'), target);
    expect(await lookInto(target)).toEqual(before);
  });

  it('is a snapshot: later writes are not in it', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    const stored = {
      ...source.stored,
      readAll: async (after: string, limit: number) => {
        const events = await source.stored.readAll(after, limit);
        if (after === beginning) {
          await source.stored.append(someStream(), 'no-stream', [someEvent()]);
          await source.database.pool.query(`insert into command.checkpoints values ('later', $1)`, [
            beginning,
          ]);
        }
        return events;
      },
    };
    const { files } = await write({ ...source, stored });
    expect(files).toMatchObject([
      { name: 'events.jsonl', rows: 6 },
      { name: 'positions.txt', rows: 6 },
      { table: 'command.checkpoints', rows: 2 },
      { table: 'command.workplaces', rows: 1 },
      { table: 'operator.seals' },
    ]);
  });

  it('to a recipient holds nothing readable and needs its identity', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    const before = await lookInto(source);
    const { file, recipient } = await newIdentity();
    const backup = join(directory, 'backup');
    await write(source, backup, sealTo(recipient));
    expect(await isSealed(backup)).toBe(true);
    for (const name of await readdir(backup)) {
      expect(name).toMatch(/\.age$/);
      const bytes = await readFile(join(backup, name));
      expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
      for (const readable of ['word', 'manifest', 'position', 'così', '2026-11-20'])
        expect(bytes.includes(readable), `${name} says ${readable}`).toBe(false);
    }
    const other = await newIdentity();
    await expect(readBackup(backup, openWith(other.file))).rejects.toThrow('another identity');
    const target = await openPlace('postgresql');
    await load(backup, target, openWith(file));
    expect(await lookInto(target)).toEqual(before);
    const changed = join(backup, 'command.workplaces.copy.age');
    const bytes = await readFile(changed);
    await writeFile(changed, bytes.subarray(0, -1));
    await expect(readBackup(backup, openWith(file))).rejects.toThrow(DamagedBackup);
  });

  it('of events elsewhere waits for a moment without writes', async () => {
    const source = await openPlace('eventstoredb');
    await fill(source);
    let asked = 0;
    const busy = (until: number) => ({
      ...source.stored,
      head: async () => ((asked += 1) < until ? String(asked) : source.stored.head()),
    });
    expect(await write({ ...source, stored: busy(7) })).toMatchObject({
      position: await source.stored.head(),
    });
    asked = 0;
    const never = write({ ...source, stored: busy(Infinity) }, join(directory, 'never'));
    await expect(never).rejects.toThrow(TooBusy);
  });

  it('refuses tables without a decision, and a directory that is not empty', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    await source.database.pool.query('create table command.novelty (id integer)');
    await expect(write(source)).rejects.toThrow('command.novelty');
    await expect(write(source)).rejects.toThrow(BackupRefused);
    await source.database.pool.query('drop table command.novelty');
    await write(source);
    await expect(write(source)).rejects.toThrow('not empty');
  });

  it('is authentic with its key, as long as its manifest is unchanged', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    await write(source);
    const manifest = await readBackup(join(directory, 'backup'), null);
    expect(isAuthentic(manifest, hash)).toBe(true);
    expect(isAuthentic(manifest, createKeyedHash(Buffer.alloc(32, 'another')))).toBe(false);
    expect(isAuthentic({ ...manifest, position: '7' }, hash)).toBe(false);
    const { authentication: _, ...former } = manifest;
    expect(isAuthentic(former, hash)).toBe(false);
  });

  it.each([
    [
      'a table',
      { table: 'pg_temp.x (y) from stdin; create table forged (); --' },
      'a file that no backup has',
    ],
    [
      'a table of the server',
      { table: 'pg_catalog.pg_authid', name: 'pg_catalog.pg_authid.copy' },
      'no backup holds',
    ],
    ['a column', { columns: ['name) from stdin; create table forged (); --', 'position'] }, 'other columns'],
    ['a file', { name: '..', table: null }, 'a file that no backup has'],
  ])('with a forged %s runs no SQL and writes nothing', async (_what, forged, refusal) => {
    const source = await openPlace('postgresql');
    await fill(source);
    const manifest = await write(source);
    const backup = join(directory, 'backup');
    const files = manifest.files.map((file) =>
      file.table === 'command.checkpoints' ? { ...file, ...forged } : file,
    );
    if ('name' in forged && forged.name !== '..')
      await writeFile(join(backup, forged.name), await readFile(join(backup, 'command.checkpoints.copy')));
    await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, files } satisfies Manifest));
    const target = await openPlace('postgresql');
    await expect(load(backup, target)).rejects.toThrow(refusal);
    const { rows } = await target.database.pool.query<{ there: boolean; events: string }>(
      `select to_regclass('forged') is not null as there, (select count(*) from eventstore.events) as events`,
    );
    expect(rows).toEqual([{ there: false, events: '0' }]);
  });

  it('calls only absent files missing: a cut, changed or unreadable file is damaged', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    const { file, recipient } = await newIdentity();
    const backup = join(directory, 'backup');
    await write(source, backup, sealTo(recipient));
    const name = join(backup, 'command.workplaces.copy.age');
    await writeFile(name, (await readFile(name)).subarray(0, -1));
    await expect(readBackup(backup, openWith(file))).rejects.toThrow('command.workplaces.copy is damaged');
    await rm(name);
    await mkdir(name);
    await expect(readBackup(backup, openWith(file))).rejects.toThrow('cannot be read (EISDIR)');
  });

  it('that is damaged, incomplete or of another release is refused', async () => {
    const source = await openPlace('postgresql');
    await fill(source);
    const manifest = await write(source);
    const backup = join(directory, 'backup');
    const older = { ...manifest, migrations: { ...manifest.migrations, command: command.slice(1) } };
    expect(() => refuseOtherRelease(older, plans)).toThrow(RestoreRefused);
    await expect(refuseFilled(source.database.pool, ['command'])).rejects.toThrow('not empty');
    await appendFile(join(backup, 'command.checkpoints.copy'), 'more\t1\n');
    await expect(readBackup(backup, null)).rejects.toThrow('command.checkpoints.copy is damaged');
    await rm(join(backup, 'events.jsonl'));
    await expect(readBackup(backup, null)).rejects.toThrow('events.jsonl is missing');
    await rm(join(backup, 'manifest.json'));
    await expect(readBackup(backup, null)).rejects.toThrow(DamagedBackup);
  });
});
