import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';
import { codeOf } from '@visita/platform/core/log';

/** A statement with the name under which each connection prepares it once. */
export type Query = { readonly name: string; readonly text: string };

/** A statement of several queries, and how they are called. */
export type Together = Query & { readonly parts: readonly string[] };

/**
 * Queries over the same values as one statement: one round trip, and one moment that all of them show. Rows come as JSON,
 * so that instants are text, and each by itself, so that thousands of them are read bit by bit.
 */
export const together = (name: string, parts: Readonly<Record<string, string>>): Together => {
  const rowsOf = ([part, text]: [string, string]) =>
    `select '${part}' as part, (row_number() over ())::int as nth, row_to_json(row) as row from (${text}) row`;
  return {
    name,
    text: Object.entries(parts).map(rowsOf).join('\nunion all\n'),
    parts: Object.keys(parts),
  };
};

type PartRow = { readonly part: string; readonly nth: number; readonly row: QueryResultRow };

/** The rows of each part of a statement made by {@link together}. */
export const selectTogether = async <Rows extends Readonly<Record<string, QueryResultRow>>>(
  pool: Pool,
  { parts, ...query }: Together,
  values: unknown[],
): Promise<{ readonly [Part in keyof Rows]: readonly Rows[Part][] }> => {
  const found = Object.fromEntries(parts.map((part): [string, QueryResultRow[]] => [part, []]));
  // Parts may come side by side, and nothing promises the order of a part's rows but their number.
  for (const { part, nth, row } of await select<PartRow>(pool, query, values)) found[part]![nth - 1] = row;
  return found as { [Part in keyof Rows]: Rows[Part][] };
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
