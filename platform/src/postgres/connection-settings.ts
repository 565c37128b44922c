import { generation } from './generation.ts';

/** Options of one connection; times in ms. */
export type ConnectionOptions = {
  url: string;
  /** Shown in `pg_stat_activity`, followed by the generation of stored values. */
  applicationName?: string;
  /** Statement timeout; 60,000 by default, 0 for none. */
  statementTimeout?: number;
  /**
   * Whether each named statement is planned once per connection, regardless of its parameters. Otherwise PostgreSQL
   * may plan it for each execution, which takes longer than running it if the statement is long.
   */
  planOnce?: boolean;
};

/** Returns the settings of every connection, inside and outside pools. */
export const connectionSettings = ({
  url,
  applicationName = 'visita',
  statementTimeout = 60_000,
  planOnce = false,
}: ConnectionOptions) => ({
  connectionString: url,
  application_name: `${applicationName} ${generation}`,
  connectionTimeoutMillis: 10_000,
  statement_timeout: statementTimeout,
  // A transaction of a process that hangs must not keep its locks.
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  ...(planOnce ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
});
