import type { Pool } from 'pg';
import { type Row, unwrap, WrongMasterKey } from './key-cache.ts';
import type { PurposeKeys } from './purpose-keys.ts';

/** A subject key that no key of the ring can unwrap. */
export type Misfit = Row & { readonly wrapped: Buffer; readonly created: Date };

type Deps = { readonly pool: Pick<Pool, 'query'>; readonly wrapping: Pick<PurposeKeys, 'all'> };

const columns = 'subject, wrapped, version, created';

const fits = (wrapping: Deps['wrapping'], row: Misfit): boolean => {
  try {
    unwrap(wrapping, row);
    return true;
  } catch (error) {
    if (error instanceof WrongMasterKey) return false;
    throw error;
  }
};

/**
 * Throws {@link WrongMasterKey} if the ring cannot unwrap the vault's keys. Tries the oldest key of each version in
 * use, because a wrong master key may have written later ones.
 */
export const requireFittingKeys = async ({ pool, wrapping }: Deps): Promise<void> => {
  const { rows } = await pool.query<Misfit>(
    `select distinct on (version) ${columns} from vault.keys where wrapped is not null
      order by version, created, subject`,
  );
  if (!rows.every((row) => fits(wrapping, row))) throw new WrongMasterKey();
};

const batch = 1_000;

/** Returns the subject keys that the ring cannot unwrap, written under another master key. */
export const findMisfits = async ({ pool, wrapping }: Deps): Promise<Misfit[]> => {
  const found: Misfit[] = [];
  for (let after = ''; ;) {
    const { rows } = await pool.query<Misfit>(
      `select ${columns} from vault.keys where wrapped is not null and subject > $1 order by subject limit $2`,
      [after, batch],
    );
    found.push(...rows.filter((row) => !fits(wrapping, row)));
    after = rows.at(-1)?.subject ?? '';
    if (rows.length < batch) return found;
  }
};

/** Deletes these keys unless they have changed since. Data encrypted with them reads as erased. */
export const dropMisfits = async (
  pool: Deps['pool'],
  misfits: readonly Misfit[],
  now: Date,
): Promise<void> => {
  await pool.query(
    `update vault.keys kept set wrapped = null, erased_at = $3
      from unnest($1::text[], $2::bytea[]) as given (subject, wrapped)
      where kept.subject = given.subject and kept.wrapped = given.wrapped`,
    [misfits.map(({ subject }) => subject), misfits.map(({ wrapped }) => wrapped), now],
  );
};
