import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';
import { migrate, type Migrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const notes: Migrations = {
  '0001_notes': { up: (knex) => knex.schema.createTable('notes', (table) => table.text('text')) },
};
const more: Migrations = {
  ...notes,
  '0002_author': { up: (knex) => knex.schema.alterTable('notes', (table) => table.text('author')) },
};

const tables = async (schema: string): Promise<string[]> =>
  (await database
    .knex('pg_tables')
    .where('schemaname', schema)
    .orderBy('tablename')
    .pluck('tablename')) as string[];

describe('migrate', () => {
  it('creates the schema with its own migration tables, and continues from the last step', async () => {
    await migrate(database.knex, 'first', notes);
    expect(await tables('first')).toEqual(['migrations', 'migrations_lock', 'notes']);
    await migrate(database.knex, 'first', more);
    await migrate(database.knex, 'first', more);
    expect(await database.knex('first.migrations').pluck('name')).toEqual(['0001_notes', '0002_author']);
    expect(await tables('public')).toEqual([]);
  });

  it('runs once if several processes migrate at once', async () => {
    const others = [1, 2, 3].map(() => connectDatabase({ url: database.url, log: silent }));
    await Promise.all(others.map(({ knex }) => migrate(knex, 'second', more)));
    await Promise.all(others.map((other) => other.close()));
    expect(await database.knex('second.migrations').pluck('name')).toEqual(['0001_notes', '0002_author']);
  });

  it('applies all steps or none', async () => {
    const broken: Migrations = { ...notes, '0002_broken': { up: (knex) => knex.raw('select 1 / 0') } };
    await expect(migrate(database.knex, 'third', broken)).rejects.toThrow('division by zero');
    expect(await tables('third')).toEqual([]);
    await migrate(database.knex, 'third', more);
    expect(await tables('third')).toContain('notes');
  });

  it('refuses a database that is newer than the code', async () => {
    await migrate(database.knex, 'fourth', more);
    await expect(migrate(database.knex, 'fourth', notes)).rejects.toThrow(
      'A newer release has already changed this database (fourth: 0002_author). Start that release, or restore',
    );
  });
});
