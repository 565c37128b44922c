import type { QueryConfig } from 'pg';

/**
 * Returns a write with asynchronous commit, for data that can be derived from the log again. In the write-ahead log
 * it precedes the checkpoint that depends on it, so that a crash loses both or neither.
 */
export const withAsyncCommit = (name: string, write: string): Pick<QueryConfig, 'name' | 'text'> => ({
  name,
  text: `with written as (${write}) select set_config('synchronous_commit', 'off', true)`,
});
