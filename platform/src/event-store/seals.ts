import type { Pool } from 'pg';
import type { Migrations } from '../postgres/migrate.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { chainStart } from './chain.ts';
import { beginning } from './port.ts';

/** State of the log at a position. */
export type Seal = {
  readonly position: string;
  /** Chain hash of all events up to and including this position. */
  readonly hash: Buffer;
  /** Concatenated `printOf` of the events since the previous seal. */
  readonly prints: Buffer;
};

/** A point from which the chain continues. */
export type ChainPlace = Pick<Seal, 'position' | 'hash'>;

/** Before the first event. */
export const chainOrigin: ChainPlace = { position: beginning, hash: chainStart };

/** Maximum number of events per seal. */
export const sealEvery = 256;

export type Seals = {
  /** All seals, oldest first. */
  all(): Promise<Seal[]>;
  /** The latest seal with its time. */
  last(): Promise<(Seal & { readonly sealedAt: Date }) | null>;
  /** Adds seals after a position. Returns false, without adding any, if other seals follow it already. */
  extend(after: string, seals: readonly Seal[]): Promise<boolean>;
};

export const sealSchema = 'operator';

export const sealMigrations: Migrations = {
  '0001-seals': {
    up: (knex) =>
      knex.schema.createTable('seals', (table) => {
        table.text('position').primary();
        table.binary('hash').notNullable();
        // Four bytes per event since the previous seal, to identify a changed event.
        table.binary('prints').notNullable();
        table.timestamp('sealed_at').notNullable();
      }),
  },
  '0002-ended-sessions': {
    // Sessions of the desk that were logged out: a copied cookie is refused.
    up: (knex) =>
      knex.schema.createTable('ended_sessions', (table) => {
        table.uuid('id').primary();
        table.timestamp('expires').notNullable().index();
      }),
  },
};

const lastSql =
  'select position, hash, prints, sealed_at as "sealedAt" from operator.seals order by position desc limit 1';

/** Creates the seals in a table of schema {@link sealSchema}. */
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
      // Each seal follows exactly one other seal, so writers take turns.
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
