import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';

/** The rows of a statement, which is prepared once a connection under its name. */
export const select = async <Row extends QueryResultRow>(
  pool: Pool,
  statement: { readonly name: string; readonly text: string },
  values: unknown[],
): Promise<Row[]> => (await pool.query<Row>({ ...statement, values })).rows;

/** The only row, or `not-found`. */
export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Rejection('not-found');
  return value;
};

/** Name and last name; empty where they are unknown or erased. */
export const fullName = ({ name, lastname }: { name: string | null; lastname: string | null }): string =>
  [name, lastname].filter((part) => part !== null).join(' ');
