import type { Pool } from 'pg';
import type { Migrations } from '../postgres/migrate.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { chainStart } from './chain.ts';
import { beginning } from './port.ts';

/** What the log was up to a position, when it was looked at. */
export type Seal = {
  readonly position: string;
  /** Of the chain, up to and with this position. */
  readonly hash: Buffer;
  /** Of the events since the seal before, as `printOf` makes them, one after the other. */
  readonly prints: Buffer;
};

/** Where the chain goes on from. */
export type ChainPlace = Pick<Seal, 'position' | 'hash'>;

/** Before the first event. */
export const chainOrigin: ChainPlace = { position: beginning, hash: chainStart };

/** Events between two seals, at most. */
export const sealEvery = 256;

/** Seals of one log, each of the events since the one before. */
export type Seals = {
  /** All, oldest first. */
  all(): Promise<Seal[]>;
  /** The newest, and when it was made. */
  last(): Promise<(Seal & { readonly sealedAt: Date }) | null>;
  /** Adds seals to those up to a position; false, and nothing, where others came first. */
  extend(after: string, seals: readonly Seal[]): Promise<boolean>;
};

/** The schema of {@link sealMigrations}. */
export const sealSchema = 'operator';

/** The history of {@link sealSchema}. */
export const sealMigrations: Migrations = {
  '0001-seals': {
    up: (knex) =>
      knex.schema.createTable('seals', (table) => {
        table.text('position').primary();
        table.binary('hash').notNullable();
        // Four bytes for each event since the seal before, so that a changed one can be named.
        table.binary('prints').notNullable();
        table.timestamp('sealed_at').notNullable();
      }),
  },
  '0002-ended-sessions': {
    // Of the desk: a cookie that was copied before the logout opens nothing after it.
    up: (knex) =>
      knex.schema.createTable('ended_sessions', (table) => {
        table.uuid('id').primary();
        table.timestamp('expires').notNullable().index();
      }),
  },
};

const lastSql =
  'select position, hash, prints, sealed_at as "sealedAt" from operator.seals order by position desc limit 1';

/** Seals in a table of the schema {@link sealSchema}. */
export const createSeals = (pool: Pool, now: () => Date): Seals => ({
  all: async () => {
    const { rows } = await pool.query<Seal>(
      'select position, hash, prints from operator.seals order by position',
    );
    return rows;
  },
  last: async () => (await pool.query<Seal & { sealedAt: Date }>(lastSql)).rows[0] ?? null,
  extend: (after, seals) =>
    inTransaction(pool, async (client) => {
      // A seal covers what came since the one before, so that two must not follow the same one.
      await client.query('lock table operator.seals in share row exclusive mode');
      const [last] = (await client.query<Seal>(lastSql)).rows;
      if ((last?.position ?? beginning) !== after) return false;
      for (const { position, hash, prints } of seals) {
        await client.query(
          'insert into operator.seals (position, hash, prints, sealed_at) values ($1, $2, $3, $4)',
          [position, hash, prints, now()],
        );
      }
      return true;
    }),
});
