import type { Knex } from 'knex';

/** One step of a schema's history. Runs in a transaction whose `search_path` starts with the schema. */
export type Migration = {
  up(knex: Knex): Promise<unknown>;
  down?(knex: Knex): Promise<unknown>;
};

/** Steps by name, in the order in which they are written down. A step that has run anywhere is never renamed. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings a schema up to date, creating it if missing; all new steps or none. Several processes may call it at once:
 * one works, the others wait and find nothing to do. Throws where the database knows a step that the code does not.
 */
export const migrate = async (knex: Knex, schema: string, migrations: Migrations): Promise<void> => {
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
    await trx.migrate.latest({
      schemaName: schema,
      tableName: 'migrations',
      migrationSource: sourceOf(migrations),
    });
  });
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
