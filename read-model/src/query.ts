import type { Pool, QueryResultRow } from 'pg';

/** A statement with the name under which each connection prepares it once. */
export type Query = { readonly name: string; readonly text: string };

/** The rows of a statement. */
export const select = async <Row extends QueryResultRow>(
  pool: Pool,
  query: Query,
  values: unknown[],
): Promise<Row[]> => (await pool.query<Row>({ ...query, values })).rows;
