import { undecided } from '@visita/operator/backup/plan';
import { backupPlans } from '@visita/operator/backup/plans';
import { expect, it } from 'vitest';
import { createProductDatabase } from './support/product-database.ts';

it('it is decided of every table of the product whether backups hold it', async () => {
  await using database = await createProductDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(
    undecided(
      backupPlans,
      rows.map(({ name }) => name),
    ),
  ).toEqual([]);
});
