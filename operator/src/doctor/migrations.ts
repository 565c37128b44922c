import type { Pool } from 'pg';
import { type Check, ok, wrong } from './check.ts';
import { type Deps, has } from './database.ts';

/** Migrations of this release, by schema. */
export type Histories = Readonly<Record<string, readonly string[]>>;

/** Differences between a database's migrations and this release's. */
export type Difference = { readonly pending: readonly string[]; readonly unknown: readonly string[] };

/** Compares the migrations run on a database with those of this release. */
export const compareHistories = async (pool: Pool, histories: Histories): Promise<Difference> => {
  const pending: string[] = [];
  const unknown: string[] = [];
  for (const [schema, known] of Object.entries(histories)) {
    const table = `${schema}.migrations`;
    const { rows } = (await has(pool, table))
      ? await pool.query<{ name: string }>(`select name from ${table}`)
      : { rows: [] };
    const done = rows.map(({ name }) => name);
    pending.push(...known.filter((name) => !done.includes(name)).map((name) => `${schema} ${name}`));
    unknown.push(...done.filter((name) => !known.includes(name)).map((name) => `${schema} ${name}`));
  }
  return { pending, unknown };
};

/** Checks that this release can start on the database; `describe` names the pending migrations. */
export const migrationsFit = (
  { pool }: Deps,
  histories: Histories,
  describe = (pending: readonly string[]) => `${pending.length} run at the next start`,
): Check => ({
  name: 'migrations',
  todo: 'Look at the log of the last start.',
  look: async () => {
    const { pending, unknown } = await compareHistories(pool, histories);
    if (unknown.length === 0) return ok(pending.length > 0 ? describe(pending) : 'all done');
    const todo =
      'Install that release, or restore a backup from before it: this release cannot start on this database.';
    return wrong(`of a newer release: ${unknown.join(', ')}`, todo);
  },
});
