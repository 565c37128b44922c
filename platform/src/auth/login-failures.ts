import type { Database } from '../postgres/connect.ts';

/** Result of a login attempt's request: its number among consecutive failures, or the seconds to wait. */
export type Try = { readonly number: number } | { readonly wait: number };

/** Failed logins by account, regardless of origin. */
export type LoginFailures = {
  /**
   * Begins an attempt, which counts as a failure until `forget`, so that concurrent attempts are counted too. After
   * `free` failures each attempt waits longer, up to a minute.
   */
  begin(account: string, free: number): Promise<Try>;
  forget(account: string): Promise<void>;
  purge(): Promise<void>;
};

const longestWait = 60;
/** Hours for which failures count. */
const kept = 24;

/** Stores failures in the PostgreSQL schema `auth` by keyed hash, so that the tried emails are not readable. */
export const createLoginFailures = ({ pool }: Pick<Database, 'pool'>, clock: () => Date): LoginFailures => {
  const longAgo = (): Date => new Date(clock().getTime() - kept * 3_600_000);
  const waitSql = `least(${longestWait}, power(2, least(greatest(f.failures - $3::int, 0), 10)))`;
  return {
    begin: async (account, free) => {
      const { rows } = await pool.query<{ failures: number }>(
        `insert into auth.login_failures as f (account, failures, last) values ($1, 1, $2)
         on conflict (account) do update
           set failures = case when f.last < $4 then 1 else f.failures + 1 end, last = excluded.last
           where f.failures < $3::int or f.last < $4 or f.last + ${waitSql} * interval '1 second' <= $2
         returning failures`,
        [account, clock(), free, longAgo()],
      );
      if (rows[0]) return { number: rows[0].failures };
      const waiting = await pool.query<{ wait: number }>(
        `select ceil(extract(epoch from f.last + ${waitSql} * interval '1 second' - $2::timestamptz))::int as wait
         from auth.login_failures f where account = $1`,
        [account, clock(), free],
      );
      return { wait: Math.max(1, waiting.rows[0]?.wait ?? 1) };
    },
    forget: async (account) => {
      await pool.query('delete from auth.login_failures where account = $1', [account]);
    },
    purge: async () => {
      await pool.query('delete from auth.login_failures where last < $1', [longAgo()]);
    },
  };
};
