import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('the runbook says of each of them what becomes of it', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations/backups.md'), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| `'));
  const lineOf = (schema: string) =>
    lines.find((line) => line.split('|')[1]!.includes(`\`${schema.replace(/^read_.*/, 'read_…')}\``)) ?? '';
  const unsaid = backupPlans.flatMap(({ schema, kept, leftOut }) => {
    const line = lineOf(schema);
    const tables = [...kept, ...(typeof leftOut === 'string' ? [] : Object.keys(leftOut))];
    if (line === '') return [schema];
    return tables.filter((table) => !line.includes(`\`${table}\``)).map((table) => `${schema}.${table}`);
  });
  expect(unsaid).toEqual([]);
});
