import type { Knex } from 'knex';

/** One step of a schema's history. Runs in a transaction whose `search_path` starts with the schema. */
export type Migration = {
  up(knex: Knex): Promise<unknown>;
  down?(knex: Knex): Promise<unknown>;
};

/** Steps by name, in the order in which they are written down. A step that has run anywhere is never renamed. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The database knows a step that this release does not: there is no way back from a newer release but a backup. */
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
 * Brings a schema up to date, creating it if missing; all new steps or none. Several processes may call it at once:
 * one works, the others wait and find nothing to do. Throws {@link NewerDatabase} where a newer release was here.
 */
export const migrate = async (knex: Knex, schema: string, migrations: Migrations): Promise<void> => {
  // Every start of every process asks, and hardly ever is there something to do.
  if (isComplete(await stepsDone(knex, schema), schema, migrations)) return;
  await knex.transaction(async (trx) => {
    // Waiting for another process's migration is not a hanging statement.
    await trx.raw('set local statement_timeout = 0');
    // knex's own lock is a committed row, which a crash would leave behind for good.
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`visita.migrate.${schema}`]);
    // Under the lock a look at the catalogue decides. Of services that started together, one was once refused by
    // `create schema if not exists` for a schema that another had just made; how is not known.
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

/** The steps that a schema has gone through; null where none has ever begun. */
const stepsDone = async (knex: Knex, schema: string): Promise<string[] | null> => {
  const kept = await knex('pg_tables')
    .where({ schemaname: schema, tablename: 'migrations' })
    .first('tablename');
  return kept ? knex.withSchema(schema).from('migrations').pluck<string[]>('name') : null;
};

/** Whether nothing is left to do; throws {@link NewerDatabase} where a newer release was here. */
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
