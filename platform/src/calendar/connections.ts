import type { Database } from '../postgres/connect.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { createSealer, type KeySource } from '../vault/purpose-keys.ts';
import { CalendarRefusal, type CalendarProvider, type CalendarTokens } from './provider.ts';

/** One connection of one pro. */
export type Connection = { readonly proId: string; readonly connectionId: string };

/** The tokens of connected calendars, encrypted and bound to pro and connection. */
export type Connections = {
  save(connection: Connection, tokens: CalendarTokens): Promise<void>;
  /**
   * An access token that is good for a minute more, refreshed where need be; null where there is none or the calendar
   * service accepts ours no longer. `stale` is one that was just refused, so another is fetched.
   */
  access(connection: Connection, stale?: string): Promise<string | null>;
  /** Revokes, as far as the calendar service lets us, and deletes. */
  forget(connection: Connection): Promise<void>;
  /** Forgets all connections of a pro. */
  forgetAll(proId: string): Promise<void>;
};

const margin = 60_000;

/** Connections in PostgreSQL. Without a provider, tokens are neither refreshed nor revoked. */
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

  /** One at a time for each connection: a service that changes refresh tokens takes the old one back at once. */
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
    // Best effort: disconnecting does not wait for a service that is down, or has no such token any more.
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
/** What sealed tokens are bound to. */
export const connectionContext = ({ proId, connectionId }: Connection): string =>
  `calendar-connection|${proId}|${connectionId}`;
