import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undecided } from '@visita/operator/backup/plan';
import { backupPlans } from '@visita/operator/backup/plans';
import { expect, it } from 'vitest';
import { createProductDatabase } from './support/product-database.ts';

/** Returns every table of the product as `<schema>.<name>`. */
const tablesOfProduct = async (): Promise<string[]> => {
  await using database = await createProductDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
};

it('every table of the product has a backup plan', async () => {
  const tables = await tablesOfProduct();
  expect(tables.length).toBeGreaterThan(20);
  expect(undecided(backupPlans, tables)).toEqual([]);
});

it('the runbook describes each table that backups leave out', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations/backups.md'), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| `'));
  const lineOf = (schema: string) =>
    lines.find((line) => line.split('|')[1]!.includes(`\`${schema}\``)) ?? '';
  /** A plan for a whole schema applies to its tables. */
  const isWhole = (schema: string) =>
    typeof backupPlans.find((plan) => plan.schema === schema)?.leftOut === 'string';
  const unsaid = (await tablesOfProduct()).filter((name) => {
    const [schema = '', table = ''] = name.split('.');
    if (isWhole(schema) || table.startsWith('migrations')) return lineOf(schema) === '';
    return !lineOf(schema).includes(`\`${table}\``);
  });
  expect(unsaid).toEqual([]);
});
