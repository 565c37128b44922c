import type { Pool } from 'pg';
import type { Migration } from '../postgres/migrate.ts';

/** Which versions of the key ring are used, in the table `vault.key_versions`; version 1 needs no row. */
export type KeyVersions = {
  /** Written with. */
  readonly active: number;
  /** The newest that was announced: from when it is active every process knows it. */
  readonly newest: number;
  /** Since when the newest is active. */
  readonly since: Date | null;
  /** Whether everything that is kept is wrapped with the newest. */
  readonly finished: boolean;
  /** The end of the last visit whose mailed links may be of an older version; null where there is none. */
  readonly linksUntil: Date | null;
};

type Row = { version: number; since: Date; active: boolean; finished: boolean; linksUntil: Date | null };

/** The table of versions, and of which one each subject's key is wrapped. */
export const keyVersionsTable: Migration = {
  up: async (knex) => {
    await knex.schema.createTable('key_versions', (table) => {
      table.integer('version').primary();
      table.timestamp('active_from').notNullable();
      table.timestamp('finished_at');
      // The end of the last visit whose mailed links may be of an older version.
      table.timestamp('links_until');
    });
    await knex.schema.alterTable('keys', (table) => {
      table.integer('version').notNullable().defaultTo(1);
    });
  },
};

/** Reads them, by the database's clock. */
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

/** Says that a version is active after some seconds; one that was announced before stays as it was. */
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

/** Says that nothing kept is wrapped with an older version. */
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
