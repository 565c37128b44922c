import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';
import { codeOf } from '@visita/platform/core/log';

/** A statement with the name under which each connection prepares it once. */
export type Query = { readonly name: string; readonly text: string };

/** SQLSTATEs of a table and a column that are not there. */
const missing = new Set(['42P01', '42703']);

/**
 * The rows of a statement. Throws `unavailable` where tables or columns are missing: the read models are those of another
 * release, and the projector is about to make them anew.
 */
export const select = async <Row extends QueryResultRow>(
  pool: Pool,
  query: Query,
  values: unknown[],
): Promise<Row[]> => {
  try {
    return (await pool.query<Row>({ ...query, values })).rows;
  } catch (error) {
    throw missing.has(codeOf(error)) ? new Rejection('unavailable') : error;
  }
};
