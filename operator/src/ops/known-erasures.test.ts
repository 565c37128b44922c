import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visita/platform/config/config';
import { erasureLine } from '@visita/platform/vault/erasures';
import { expect, it, onTestFinished } from 'vitest';
import { newIdentity, openWith, sealTo } from '../backup/age.ts';
import { erasuresName } from '../backup/erasures.ts';
import { manifestName, plain } from '../backup/manifest.ts';
import { createTarget } from '../backup/target.ts';
import { nameOf } from '../schedule/storage.ts';
import { knownErasures } from './known-erasures.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const night = (day: number) => new Date(`2026-11-${day}T02:30:00.000Z`);
const subject = (number: number) => `patient-00000000-0000-4000-8000-00000000000${number}` as const;
const erasedOn = (day: number) => ({ time: `2026-11-${day}T08:00:00.000Z`, subject: subject(day % 10) });

/** A machine without its journal, and a storage of encrypted backups with cumulative lists. */
const openPlace = async (places: { readonly to?: string } = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-known-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const to = join(directory, 'backups');
  const { file, recipient } = await newIdentity();
  const seal = sealTo(recipient);
  const write = async (backup: string, name: string, content: string) => {
    const target = createTarget(name, { directory: join(to, backup), seal });
    target.stream.end(content);
    await target.finish();
  };
  const addBackup = async (day: number, erased: readonly number[]) => {
    const takenAt = night(day);
    const backup = nameOf(takenAt);
    await mkdir(join(to, backup), { recursive: true });
    await write(backup, erasuresName, erased.map((one) => `${erasureLine(erasedOn(one))}\n`).join(''));
    const manifest = { format: 1, product: '1.0.0', takenAt, position: '1', hash: '0'.repeat(64) };
    await write(
      backup,
      manifestName,
      JSON.stringify({ ...manifest, encryption: plain, migrations: {}, files: [] }),
    );
    return { directory: join(to, backup), list: join(to, backup, `${erasuresName}.age`) };
  };
  const journal = join(directory, 'erasures.jsonl');
  const config = readConfig({ VAR_DIRECTORY: directory, BACKUP_TO: places.to ?? to });
  const known = (backup: string, given?: string, without = false) =>
    knownErasures(config, { directory: backup, given, open: openWith(file), without, now });
  return { directory, journal, addBackup, known };
};

it("a list older than the newest backup's is refused, with the file and the persons missing", async () => {
  const { addBackup, known } = await openPlace();
  const old = await addBackup(18, []);
  const newest = await addBackup(24, [20, 23]);
  const refused = known(old.directory, old.list);
  await expect(refused).rejects.toThrow(
    'The list of erasures is old: backup 2026-11-24T023000Z in BACKUP_TO lists 2 more, the last at 2026-11-23T08:00:00.000Z',
  );
  // The erasures are refused even without a list, if the operator says that there were none.
  await expect(known(old.directory, undefined, true)).rejects.toThrow('lists 2 more');
  const { erasures, until, summary } = await known(old.directory, newest.list);
  expect(erasures.map((one) => one.subject)).toEqual([subject(0), subject(3)]);
  expect(until).toBe('2026-11-24T02:30:00.000Z');
  expect(summary).toContain('2, the last at 2026-11-23T08:00:00.000Z');
  expect(summary).toContain('ends at 2026-11-24T02:30:00.000Z: persons erased later are restored');
});

it('is refused too if the newer list is only beside the backup', async () => {
  const { directory, addBackup, known } = await openPlace({ to: '/nowhere/backups' });
  const old = await addBackup(18, []);
  await addBackup(24, [20]);
  await expect(known(old.directory, old.list)).rejects.toThrow(
    `2026-11-24T023000Z in ${join(directory, 'backups')} lists 1 more`,
  );
});

it('reports the age of the newest known list, and what could not be read', async () => {
  const { directory, addBackup, known } = await openPlace();
  const only = await addBackup(18, [15]);
  expect((await known(only.directory, only.list)).summary).toContain(
    'ends at 2026-11-18T02:30:00.000Z, 7 days ago: persons erased later are restored',
  );
  await writeFile(join(directory, 'file'), '');
  const unreachable = await openPlace({ to: join(directory, 'file') });
  const backup = await unreachable.addBackup(24, []);
  const { summary } = await unreachable.known(backup.directory, backup.list);
  expect(summary).toContain('BACKUP_TO could not be read for a newer list (ENOTDIR)');
});

it('a journal continues lists, so their age does not matter', async () => {
  const { journal, addBackup, known } = await openPlace();
  const old = await addBackup(18, []);
  await addBackup(24, [20]);
  await writeFile(journal, `${erasureLine(erasedOn(20))}\n${erasureLine(erasedOn(25))}\n`);
  const { until, summary } = await known(old.directory, old.list);
  expect(until).toBeNull();
  expect(summary).toContain(`the journal ${journal}: 2, the last at 2026-11-25T08:00:00.000Z`);
});
