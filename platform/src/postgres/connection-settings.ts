/** Of one connection; times in milliseconds. */
export type ConnectionOptions = {
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** A statement that runs longer is cancelled; 60,000 by default, 0 for never. */
  statementTimeout?: number;
  /**
   * Whether a connection plans each named statement once, whatever it is asked with; otherwise PostgreSQL may plan it each
   * time, which costs a long statement more than running it.
   */
  planOnce?: boolean;
};

/** Settings that every connection of the product shares, those outside the pools too. */
export const connectionSettings = ({
  url,
  applicationName = 'visita',
  statementTimeout = 60_000,
  planOnce = false,
}: ConnectionOptions) => ({
  connectionString: url,
  application_name: applicationName,
  connectionTimeoutMillis: 10_000,
  statement_timeout: statementTimeout,
  // A transaction whose process hangs must not hold its locks for ever.
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  ...(planOnce ? { options: '-c plan_cache_mode=force_generic_plan' } : {}),
});
