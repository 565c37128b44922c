import type { Knex } from 'knex';

/** One migration step. Runs in a transaction whose `search_path` starts with the schema. */
export type Migration = {
  up(knex: Knex): Promise<unknown>;
  down?(knex: Knex): Promise<unknown>;
};

/** Steps by name, in order. A released step is never renamed. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * The database has migration steps of a newer release. The older release can only run on a backup
 * made before the update.
 */
export class NewerDatabase extends Error {
  constructor(schema: string, steps: readonly string[]) {
    super(
      `A newer release has already changed this database (${schema}: ${steps.join(', ')}). ` +
        'Start that release, or restore the backup that was made before it was installed.',
    );
    this.name = 'NewerDatabase';
  }
}

/**
 * Migrates a schema, creating it if missing; applies all new steps or none. Safe to run concurrently: one process
 * works, the others wait. Throws {@link NewerDatabase} if a newer release migrated it.
 */
export const migrate = async (knex: Knex, schema: string, migrations: Migrations): Promise<void> => {
  // This is checked at every start, because there is rarely anything to do.
  if (isComplete(await stepsDone(knex, schema), schema, migrations)) return;
  await knex.transaction(async (trx) => {
    // Waiting for another process's migration must not time out.
    await trx.raw('set local statement_timeout = 0');
    // knex's own lock is a committed row, which a crash would leave behind.
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`visita.migrate.${schema}`]);
    // The schema is checked under the lock. `create schema if not exists` once failed for a schema
    // that another service had just created; the cause is unknown.
    const there = await trx('pg_namespace').where({ nspname: schema }).first('nspname');
    if (!there) await trx.raw('create schema ??', [schema]);
    await trx.raw('set local search_path to ??, public', [schema]);
    if (isComplete(await stepsDone(trx, schema), schema, migrations)) return;
    await trx.migrate.latest({
      schemaName: schema,
      tableName: 'migrations',
      migrationSource: sourceOf(migrations),
    });
  });
};

/** Returns the applied steps of a schema; null if it was never migrated. */
const stepsDone = async (knex: Knex, schema: string): Promise<string[] | null> => {
  const kept = await knex('pg_tables')
    .where({ schemaname: schema, tablename: 'migrations' })
    .first('tablename');
  return kept ? knex.withSchema(schema).from('migrations').pluck<string[]>('name') : null;
};

/** Whether all steps are applied. Throws {@link NewerDatabase} if a newer release migrated it. */
const isComplete = (done: string[] | null, schema: string, migrations: Migrations): boolean => {
  if (done === null) return false;
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabase(schema, unknown);
  return Object.keys(migrations).every((name) => done.includes(name));
};

const sourceOf = (migrations: Migrations): Knex.MigrationSource<string> => ({
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = migrations[name];
    if (!migration) throw new Error(`There is no migration ${name}`);
    return {
      up: async (knex) => {
        await migration.up(knex);
      },
      down: async (knex) => {
        if (!migration.down) throw new Error(`${name} cannot be undone`);
        await migration.down(knex);
      },
    };
  },
});
