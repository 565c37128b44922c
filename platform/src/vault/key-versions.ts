import type { Pool } from 'pg';
import type { Migration } from '../postgres/migrate.ts';

/** State of the key ring's versions, in the table `vault.key_versions`; version 1 has no row. */
export type KeyVersions = {
  /** Version used for encryption. */
  readonly active: number;
  /** Latest announced version. When it becomes active, every process knows it. */
  readonly newest: number;
  /** Instant from which the latest version is active. */
  readonly since: Date | null;
  /** Whether all stored keys are wrapped with the latest version. */
  readonly finished: boolean;
  /** End of the last visit whose mailed links may use an older version; null if there is none. */
  readonly linksUntil: Date | null;
};

/** SQL of the active version. */
export const currentVersionSql =
  '(select coalesce(max(version), 1) from vault.key_versions where active_from <= now())';

type Row = { version: number; since: Date; active: boolean; finished: boolean; linksUntil: Date | null };

/** Migration: the table of versions, and the version of each subject's wrapped key. */
export const keyVersionsTable: Migration = {
  up: async (knex) => {
    await knex.schema.createTable('key_versions', (table) => {
      table.integer('version').primary();
      table.timestamp('active_from').notNullable();
      table.timestamp('finished_at');
      // End of the last visit whose mailed links may use an older version.
      table.timestamp('links_until');
    });
    await knex.schema.alterTable('keys', (table) => {
      table.integer('version').notNullable().defaultTo(1);
    });
  },
};

/** Reads the state, using the database's clock. */
export const readKeyVersions = async (pool: Pick<Pool, 'query'>): Promise<KeyVersions> => {
  const { rows } = await pool.query<Row>(
    `select version, active_from as since, active_from <= now() as active, finished_at is not null as finished,
       links_until as "linksUntil" from vault.key_versions order by version desc`,
  );
  return {
    active: rows.find(({ active }) => active)?.version ?? 1,
    newest: rows[0]?.version ?? 1,
    since: rows[0]?.since ?? null,
    finished: rows[0]?.finished ?? true,
    linksUntil: rows[0]?.linksUntil ?? null,
  };
};

/** Announces a version, active after some seconds. Does nothing if it was announced before. */
export const announceKeyVersion = async (
  pool: Pick<Pool, 'query'>,
  version: number,
  seconds: number,
): Promise<void> => {
  await pool.query(
    `insert into vault.key_versions (version, active_from) values ($1, now() + make_interval(secs => $2))
     on conflict (version) do nothing`,
    [version, seconds],
  );
};

/** Records that no stored key is wrapped with an older version. */
export const finishKeyVersion = async (
  pool: Pick<Pool, 'query'>,
  version: number,
  linksUntil: Date | null,
): Promise<void> => {
  await pool.query('update vault.key_versions set finished_at = now(), links_until = $2 where version = $1', [
    version,
    linksUntil,
  ]);
};
