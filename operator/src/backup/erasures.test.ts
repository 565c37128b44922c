import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visita/platform/config/config';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase } from '@visita/platform/testing/database';
import { createErasureJournal, erasureLine } from '@visita/platform/vault/erasures';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { expect, it } from 'vitest';
import { newIdentity, openWith, sealTo } from './age.ts';
import { listErasures, readListed, writeErasures } from './erasures.ts';

const subject = (number: number) => `patient-00000000-0000-4000-8000-00000000000${number}` as const;

it('lists erasures of the vault and the journal, each once, from a time on', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-erasures-'));
  const erasureJournal = join(directory, 'erasures.jsonl');
  const config = readConfig({ ERASURE_JOURNAL: erasureJournal });
  await using database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
  let time = '2026-11-20T08:00:00.000Z';
  const clock = () => new Date(time);
  const journal = createErasureJournal(erasureJournal, clock);
  const wrapKey = randomBytes(32);
  await createVault({ database, wrapKey, clock }).erase(subject(1));
  time = '2026-11-20T09:00:00.000Z';
  await createVault({ database, wrapKey, clock, journal }).erase(subject(2));
  await appendFile(
    erasureJournal,
    `${erasureLine({ time: '2026-11-20T07:00:00.000Z', subject: subject(3) })}\n`,
  );

  const listed = async (since: string) =>
    (await listErasures({ config, database }, since)).map((one) => one.subject);
  expect(await listed('')).toEqual([subject(3), subject(1), subject(2)]);
  expect(await listed('2026-11-20T08:30:00.000Z')).toEqual([subject(2)]);

  // The list in a backup outlives the journal.
  const { file, recipient } = await newIdentity();
  await writeErasures({ config, database }, { directory, seal: sealTo(recipient) });
  await rm(erasureJournal);
  const listFile = join(directory, 'erasures.jsonl.age');
  const outlived = await readListed(listFile, openWith(file));
  expect(outlived?.map((one) => one.subject)).toEqual([subject(3), subject(1), subject(2)]);
  expect(await readListed(join(directory, 'nothing.age'), openWith(file))).toBeNull();
  await rm(directory, { recursive: true });
});
