import type { QueryConfig } from 'pg';

/**
 * A write whose commit does not wait for the disk: of what a process remembers of the log, and nobody is told of. In the
 * write-ahead log it stands before the checkpoint that says it was done, so that a crash loses both or neither.
 */
export const remembered = (name: string, write: string): Pick<QueryConfig, 'name' | 'text'> => ({
  name,
  text: `with written as (${write}) select set_config('synchronous_commit', 'off', true)`,
});
