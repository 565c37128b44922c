import type { Database } from '../postgres/connect.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { createSealer, type KeySource } from '../vault/purpose-keys.ts';
import { CalendarRefusal, type CalendarProvider, type CalendarTokens } from './provider.ts';

/** A connection of a pro to an external calendar. */
export type Connection = { readonly proId: string; readonly connectionId: string };

/** Tokens of connected calendars, encrypted and bound to pro and connection. */
export type Connections = {
  save(connection: Connection, tokens: CalendarTokens): Promise<void>;
  /**
   * Returns an access token valid for at least a minute, refreshed if necessary; null if there is none or the service
   * refuses ours. `stale` is a token that was just refused.
   */
  access(connection: Connection, stale?: string): Promise<string | null>;
  /** Revokes the tokens if possible, and deletes them. */
  forget(connection: Connection): Promise<void>;
  forgetAll(proId: string): Promise<void>;
};

const margin = 60_000;

/** Stores connections in PostgreSQL. Without a provider, tokens are neither refreshed nor revoked. */
export const createConnections = (options: {
  database: Pick<Database, 'pool'>;
  key: KeySource;
  provider: CalendarProvider | null;
  now: () => Date;
}): Connections => {
  const { provider, now } = options;
  const sealer = createSealer(options.key);
  const { pool } = options.database;

  const encrypted = (connection: Connection, tokens: CalendarTokens): Buffer =>
    sealer.seal(connectionContext(connection), JSON.stringify(tokens));
  const opened = (connection: Connection, row: { tokens: Buffer }): CalendarTokens =>
    JSON.parse(sealer.open(connectionContext(connection), row.tokens)) as CalendarTokens;

  const isGood = ({ access, expires }: CalendarTokens, stale: string | undefined): boolean =>
    access !== stale && Date.parse(expires) > now().getTime() + margin;

  /** One refresh at a time per connection: a service that rotates refresh tokens revokes the old one at once. */
  const refresh = (connection: Connection, stale: string | undefined): Promise<string | null> =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ tokens: Buffer }>(`${select} for update`, valuesOf(connection));
      if (!rows[0] || !provider) return null;
      const tokens = opened(connection, rows[0]);
      if (isGood(tokens, stale)) return tokens.access;
      const fresh = await provider.refresh(tokens);
      await client.query('update calendar.connections set tokens = $2 where connection_id = $1', [
        connection.connectionId,
        encrypted(connection, fresh),
      ]);
      return fresh.access;
    });

  const forget = async (connection: Connection): Promise<void> => {
    const { rows } = await pool.query<{ tokens: Buffer }>(select, valuesOf(connection));
    // A failure is ignored: the service may be down or may no longer know the token.
    if (rows[0]) await provider?.revoke(opened(connection, rows[0])).catch(() => undefined);
    await pool.query(
      'delete from calendar.connections where pro_id = $1 and connection_id = $2',
      valuesOf(connection),
    );
  };

  return {
    save: async (connection, tokens) => {
      await pool.query(
        'insert into calendar.connections (pro_id, connection_id, tokens, created) values ($1, $2, $3, $4)',
        [...valuesOf(connection), encrypted(connection, tokens), now()],
      );
    },
    access: async (connection, stale) => {
      const { rows } = await pool.query<{ tokens: Buffer }>(select, valuesOf(connection));
      if (!rows[0]) return null;
      const tokens = opened(connection, rows[0]);
      if (isGood(tokens, stale)) return tokens.access;
      try {
        return await refresh(connection, stale);
      } catch (error) {
        if (error instanceof CalendarRefusal && error.code === 'invalid_grant') return null;
        throw error;
      }
    },
    forget,
    forgetAll: async (proId) => {
      const { rows } = await pool.query<{ id: string }>(
        'select connection_id as id from calendar.connections where pro_id = $1',
        [proId],
      );
      for (const { id } of rows) await forget({ proId, connectionId: id });
    },
  };
};

const select = 'select tokens from calendar.connections where pro_id = $1 and connection_id = $2';
const valuesOf = ({ proId, connectionId }: Connection): string[] => [proId, connectionId];
/** Encryption context of the tokens. */
export const connectionContext = ({ proId, connectionId }: Connection): string =>
  `calendar-connection|${proId}|${connectionId}`;
