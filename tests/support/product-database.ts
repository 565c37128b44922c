import { leaderMigrations, leaderSchema } from '@visita/platform/runtime/leader';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, ensureTemplate, type TestDatabase } from '@visita/platform/testing/database';
import { createReadModels } from '@visita/read-model/schema';
import { histories } from '@visita/operator/backup/plans';

const template = 'visita_product';

/** Creates a database with the product's empty tables, from a template made once per run. */
export const createProductDatabase = async (): Promise<TestDatabase> => {
  await ensureTemplate(template, async (database) => {
    const all = { ...histories, [leaderSchema]: leaderMigrations };
    for (const [schema, migrations] of Object.entries(all)) await migrate(database.knex, schema, migrations);
    await createReadModels(database, 'read');
  });
  return createTestDatabase(undefined, template);
};
