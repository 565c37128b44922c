import type { Pool } from 'pg';
import type { Subject } from '@visita/contracts/event';
import { encrypt } from './cipher.ts';
import type { PurposeKeys } from './purpose-keys.ts';
import { type Row, unwrap } from './key-cache.ts';

type Wrapped = Row & { wrapped: Buffer };

type Rewrapping = {
  pool: Pick<Pool, 'query'>;
  wrapping: PurposeKeys;
  /** Called with the number of keys done, and their total. */
  onProgress?: (done: number, total: number) => void;
};

const batch = 500;

/** Counts the subject keys that are wrapped with an older version. */
export const countOlder = async (pool: Pick<Pool, 'query'>, version: number): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from vault.keys where wrapped is not null and version < $1',
    [version],
  );
  return rows[0]?.count ?? 0;
};

/** Returns a page of subject keys that are wrapped with an older version. */
const selectOlder = async (pool: Rewrapping['pool'], version: number, after: string) => {
  const { rows } = await pool.query<Wrapped>(
    `select subject, wrapped, version from vault.keys
     where wrapped is not null and version < $1 and subject > $2 order by subject limit $3`,
    [version, after, batch],
  );
  return rows;
};

/**
 * Wraps every subject's key with the current version. The keys themselves do not change, so readers are not affected.
 * A key that is erased meanwhile stays erased, because only unchanged rows are replaced. Repeatable after a crash.
 */
export const rewrapKeys = async ({ pool, wrapping, onProgress }: Rewrapping): Promise<number> => {
  const { version, key } = wrapping.current();
  const total = await countOlder(pool, version);
  let done = 0;
  let after: Subject | '' = '';
  for (;;) {
    const rows: Wrapped[] = await selectOlder(pool, version, after);
    if (rows.length === 0) return done;
    const subjects = rows.map(({ subject }) => subject);
    const wrapped = rows.map((row) => encrypt(key, row.subject, unwrap(wrapping, row)));
    await pool.query(
      `update vault.keys as kept set wrapped = given.wrapped, version = $4
       from unnest($1::text[], $2::bytea[], $3::bytea[]) as given (subject, former, wrapped)
       where kept.subject = given.subject and kept.wrapped = given.former`,
      [subjects, rows.map((row) => row.wrapped), wrapped, version],
    );
    after = subjects.at(-1) ?? after;
    done += rows.length;
    onProgress?.(done, total);
  }
};
