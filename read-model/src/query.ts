import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';
import { codeOf } from '@visita/platform/core/log';

/** A statement with the name under which each connection prepares it once. */
export type Query = { readonly name: string; readonly text: string };

/**
 * Queries over the same values as one statement, which answers one row: the rows of each under its name, as JSON, so
 * that instants come as text. One round trip, and one moment that all of them show.
 */
export const together = (name: string, parts: Readonly<Record<string, string>>): Query => {
  const rowsOf = ([part, text]: [string, string]) =>
    `(select coalesce(json_agg(row), '[]') from (${text}) row) as "${part}"`;
  return { name, text: `select ${Object.entries(parts).map(rowsOf).join(',\n')}` };
};

/** The rows of each part of a statement made by {@link together}. */
export const selectTogether = async <Rows extends Readonly<Record<string, QueryResultRow>>>(
  pool: Pool,
  query: Query,
  values: unknown[],
): Promise<{ readonly [Part in keyof Rows]: readonly Rows[Part][] }> => {
  const [row] = await select<{ [Part in keyof Rows]: Rows[Part][] }>(pool, query, values);
  return row!;
};

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
