import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchBackup } from '@visita/operator/schedule/fetch';
import { buffer } from 'node:stream/consumers';
import { backupPlace } from '@visita/platform/config/backup-place';
import { deliver, isWhole, marks, namesIn, prune, sumsName } from '@visita/operator/schedule/deliver';
import { openStorage } from '@visita/operator/schedule/open-storage';
import { type BackupStorage, nameOf } from '@visita/operator/schedule/storage';
import { expect, describe, it, onTestFinished } from 'vitest';
import { startS3Double } from '../support/s3-double.ts';
import { hasSftpServer, startSftpServer } from '../support/sftp-server.ts';

const temporary = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-storage-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const open = async (address: string): Promise<BackupStorage> => {
  const storage = await openStorage(backupPlace.parse(address), new AbortController().signal);
  onTestFinished(() => storage.close());
  return storage;
};

const serveSftp = async (home?: string) => {
  const server = await startSftpServer(home);
  onTestFinished(() => server.stop());
  return server;
};

const serveS3 = async () => {
  const server = await startS3Double();
  onTestFinished(() => server.stop());
  return server;
};

/** Bucket of a real server, as in BACKUP_TO. */
const realS3 = process.env['TEST_BACKUP_TO'];

const kinds: readonly (readonly [string, boolean, () => Promise<string>, number?])[] = [
  ['a folder', true, async () => join(await temporary(), 'backups')],
  [
    'an SFTP server (openssh-sftp-server)',
    hasSftpServer,
    async () => (await serveSftp()).address(join(await temporary(), 'far/away')),
  ],
  ['a bucket', true, async () => (await serveS3()).address(), 9_000_000],
  ['a bucket (of TEST_BACKUP_TO where that is set)', realS3 !== undefined, async () => realS3!, 9_000_000],
];

/** Creates a backup's files, larger than one upload part. */
const makeBackup = async (size = 300_000): Promise<string> => {
  const directory = join(await temporary(), 'backup');
  await mkdir(directory);
  await writeFile(join(directory, 'events.jsonl.age'), Buffer.alloc(size, 'events'));
  await writeFile(join(directory, 'manifest.json.age'), 'manifest');
  await writeFile(join(directory, 'vault.keys.copy.age'), 'keys');
  return directory;
};

const dayOf = (day: number) => nameOf(new Date(Date.UTC(2026, 10, day, 2, 30)));

for (const [kind, isThere, addressOf, size] of kinds) {
  describe.skipIf(!isThere)(`backups in ${kind}`, () => {
    it('are stored, fetched and removed completely', { timeout: 60_000 }, async () => {
      const [storage, directory] = [await open(await addressOf()), await makeBackup(size)];
      expect([...(await storage.list())]).toEqual([]);
      await deliver(storage, dayOf(3), directory);
      const files = (await storage.list()).get(dayOf(3));
      expect(files?.toSorted()).toEqual([
        sumsName,
        'events.jsonl.age',
        'manifest.json.age',
        'vault.keys.copy.age',
      ]);
      expect(isWhole(files!)).toBe(true);
      const events = await buffer(await storage.read(dayOf(3), 'events.jsonl.age'));
      expect(events.equals(await readFile(join(directory, 'events.jsonl.age')))).toBe(true);
      await rm(join(directory, sumsName));
      // An upload without a manifest is not a backup.
      await storage.put(dayOf(4), 'events.jsonl.age', join(directory, 'vault.keys.copy.age'));
      await deliver(storage, dayOf(5), directory);
      expect(await prune(storage)).toEqual([dayOf(5), dayOf(3)]);
      expect([...(await storage.list()).keys()].toSorted()).toEqual([dayOf(3), dayOf(5)]);
      for (const day of [3, 5]) await storage.remove(dayOf(day), (await storage.list()).get(dayOf(day))!);
      expect([...(await storage.list())]).toEqual([]);
    });
  });
}

it('a corrupted upload is not a backup', async () => {
  const storage = await open(join(await temporary(), 'backups'));
  const broken: BackupStorage = {
    ...storage,
    put: async (backup, file, from) => {
      await storage.put(backup, file, from);
      if (file.startsWith('events')) await storage.put(backup, file, join(from, '../vault.keys.copy.age'));
    },
  };
  await expect(deliver(broken, dayOf(3), await makeBackup())).rejects.toMatchObject({ code: 'DIFFERS' });
  expect(isWhole((await storage.list()).get(dayOf(3))!)).toBe(false);
});

/** Creates backups at some times of November, each with its mark. */
const folderOf = async (backups: Readonly<Record<string, string | null>>): Promise<string> => {
  const folder = join(await temporary(), 'backups');
  for (const [name, mark] of Object.entries(backups)) {
    await mkdir(join(folder, name), { recursive: true });
    for (const file of ['manifest.json.age', ...(mark === null ? [] : [mark])])
      await writeFile(join(folder, name, file), 'some bytes');
  }
  return folder;
};

it('keeps the newest backup of a day and the last one restored on trial, but none that failed', async () => {
  const folder = await folderOf({
    '2026-11-03T023000Z': marks.cameBack,
    '2026-11-03T120000Z': null,
    '2026-11-04T023000Z': null,
    '2026-11-04T120000Z': marks.failed,
  });
  const storage = await open(folder);
  expect(await prune(storage), 'nothing came back since the one that failed').toEqual([
    '2026-11-04T120000Z',
    '2026-11-04T023000Z',
    '2026-11-03T120000Z',
    '2026-11-03T023000Z',
  ]);
  await writeFile(join(folder, '2026-11-04T120000Z', marks.cameBack), '');
  await rm(join(folder, '2026-11-04T120000Z', marks.failed));
  expect(await prune(storage)).toEqual(['2026-11-04T120000Z', '2026-11-03T120000Z']);
});

it('without marks, keeps the backup that the events say was restored', async () => {
  const folder = await folderOf({ '2026-11-03T023000Z': null, '2026-11-03T120000Z': null });
  const storage = await open(folder);
  expect(await prune(storage, { cameBack: new Date('2026-11-03T02:31:00.000Z') })).toHaveLength(2);
  expect(await prune(storage)).toEqual(['2026-11-03T120000Z']);
});

it('files with path traversal in their names are neither fetched nor removed', async () => {
  const folder = await folderOf({ '2026-11-03T023000Z': null, '2026-11-03T120000Z': null });
  const storage = await open(folder);
  const removed: string[] = [];
  const hostile: BackupStorage = {
    ...storage,
    list: async () =>
      new Map([...(await storage.list())].map(([name, files]) => [name, [...files!, '../../stolen']])),
    remove: async (backup) => void removed.push(backup),
  };
  await prune(hostile);
  expect(removed).toEqual([]);
  await writeFile(join(folder, '2026-11-03T120000Z', '.hidden'), '');
  const to = join(folder, '../fetched');
  const place = { kind: 'folder', directory: folder } as const;
  await expect(fetchBackup(place, '2026-11-03T120000Z', to)).rejects.toMatchObject({ code: 'ODD-NAME' });
  await expect(readFile(to)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('an unreadable backup does not affect the others', async () => {
  const folder = await folderOf({ '2026-11-03T023000Z': null, '2026-11-04T023000Z': null });
  await chmod(join(folder, '..'), 0o755);
  await chmod(join(folder, '2026-11-03T023000Z'), 0);
  onTestFinished(() => chmod(join(folder, '2026-11-03T023000Z'), 0o700));
  const script = `
    const { openFolder } = await import('${import.meta.resolve('@visita/operator/schedule/folder')}');
    console.log(JSON.stringify([...(await openFolder('${folder}').list())]));`;
  // Root can read everything.
  const id = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    ...id,
    env: { NODE_COMPILE_CACHE: join(folder, '../cache') },
  });
  expect(new Map(JSON.parse(stdout) as [string, string[] | null][])).toEqual(
    new Map([
      ['2026-11-03T023000Z', null],
      ['2026-11-04T023000Z', ['manifest.json.age']],
    ]),
  );
  const partly: BackupStorage = {
    ...(await open(folder)),
    list: async () => new Map(JSON.parse(stdout) as [string, string[] | null][]),
  };
  expect(await namesIn(partly)).toEqual(['2026-11-04T023000Z']);
});

it('other files are kept', async () => {
  const folder = join(await temporary(), 'backups');
  const storage = await open(folder);
  await mkdir(join(folder, 'holiday-pictures'), { recursive: true });
  await deliver(storage, dayOf(1), await makeBackup());
  await prune(storage);
  expect(await readFile(join(folder, dayOf(1), sumsName), 'utf8')).toContain('manifest.json.age');
  await rm(join(folder, 'holiday-pictures'), { recursive: true });
});

it('a bucket refuses a wrong secret, and an unreachable one is reported', async () => {
  const server = await serveS3();
  const refused = await open(server.address('wrong'));
  await expect(refused.list()).rejects.toMatchObject({ code: 'S3-403' });
  await server.stop();
  await expect(refused.list()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

describe.skipIf(!hasSftpServer)('an SFTP server', () => {
  it('is refused with another host key, refuses a wrong password, and may be unreachable', async () => {
    const server = await serveSftp();
    const directory = await temporary();
    const other = server.address(directory, { hostKey: `SHA256:${'A'.repeat(43)}` });
    await expect(open(other)).rejects.toMatchObject({ code: 'SFTP-OTHER-HOST-KEY' });
    await expect(open(server.address(directory, { password: 'wrong' }))).rejects.toMatchObject({
      code: 'SFTP-REFUSED',
    });
    await server.stop();
    await expect(open(server.address(directory))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('stores backups in its user’s home, and reports a code if a folder cannot be created', async () => {
    const home = await temporary();
    const server = await serveSftp(home);
    const storage = await open(server.address('/~/far/backups'));
    await deliver(storage, dayOf(3), await makeBackup());
    expect(await namesIn(await open(join(home, 'far/backups')))).toEqual([dayOf(3)]);
    await writeFile(join(home, 'file'), '');
    const nowhere = await open(server.address(join(home, 'file/backups')));
    await expect(nowhere.list()).rejects.toMatchObject({ code: expect.stringMatching(/^SFTP-[A-Z]/) });
  });
});

it('an incomplete address is refused', () => {
  const isPlace = (text: string) => backupPlace.safeParse(text).success;
  for (const good of ['/srv/backups', 'backups', `sftp://u:p@host/x?hostKey=SHA256:${'A'.repeat(42)}+`])
    expect(isPlace(good), good).toBe(true);
  for (const bad of ['sftp://u:p@host/x', 's3://host/bucket', 's3://key:secret@host', 'ftp://u:p@host/x'])
    expect(isPlace(bad), bad).toBe(false);
});
