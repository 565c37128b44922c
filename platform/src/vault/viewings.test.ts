import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createVault, vaultMigrations } from './vault.ts';
import { createViewings } from './viewings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
});
afterAll(() => database.close());

const open = async () => {
  let time = Date.parse('2026-11-20T08:05:00.000Z');
  const clock = () => new Date(time);
  const vault = createVault({ database, wrapKey: Buffer.alloc(32, 3), clock });
  const patientId = randomUUID();
  await vault.keysFor([`patient-${patientId}`]);
  const advance = (minutes: number) => (time += minutes * 60_000);
  return { viewings: createViewings({ database, vault, clock }), vault, patientId, advance };
};

it('lists accesses to a record, once per quarter of an hour, latest first', async () => {
  const { viewings, patientId, advance } = await open();
  const [pro, operator] = [`pro:${randomUUID()}`, 'operator:maria'] as const;
  await viewings.note({ patientId, by: pro, how: 'opened' });
  advance(5);
  await viewings.note({ patientId, by: pro, how: 'opened' });
  await viewings.note({ patientId, by: operator, how: 'revealed' });
  advance(10);
  await viewings.note({ patientId, by: pro, how: 'opened' });
  expect(await viewings.of(patientId)).toEqual([
    { by: pro, how: 'opened', time: '2026-11-20T08:20:00.000Z' },
    { by: operator, how: 'revealed', time: '2026-11-20T08:10:00.000Z' },
    { by: pro, how: 'opened', time: '2026-11-20T08:05:00.000Z' },
  ]);
  const { rows } = await database.pool.query<{ line: string }>(
    'select v::text as line from vault.viewings v',
  );
  expect(rows.filter(({ line }) => line.includes('maria'))).toEqual([]);
});

it('is deleted with the patient, and after two years', async () => {
  const { viewings, vault, patientId, advance } = await open();
  const look = () => viewings.note({ patientId, by: 'operator:maria', how: 'exported' });
  await look();
  advance(2 * 366 * 24 * 60);
  await look();
  await viewings.purge();
  expect(await viewings.of(patientId)).toHaveLength(1);
  await vault.erase(`patient-${patientId}`);
  await look();
  expect(await viewings.of(patientId)).toEqual([]);
});
