import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';
import { isMissing } from '@visita/platform/postgres/missing';

/** A prepared statement; the name identifies it on each connection. */
export type Query = { readonly name: string; readonly text: string };

/** Several queries combined in one statement. */
export type Together = Query & { readonly parts: readonly string[] };

/** Rows per value: enough to keep the overhead per row small, few enough to read thousands in chunks. */
const chunk = 100;

/**
 * Combines queries over the same parameters into one statement: one round trip and one snapshot. Rows come as
 * JSON in chunks of a hundred, so instants are text.
 */
export const together = (name: string, parts: Readonly<Record<string, string>>): Together => {
  const rowsOf = ([part, text]: [string, string]) =>
    `select '${part}' as part, (nth - 1) / ${chunk} as chunk, json_agg(line order by nth) as rows
      from (select row_to_json(row) as line, (row_number() over ())::int as nth from (${text}) row) numbered group by 2`;
  return {
    name,
    text: Object.entries(parts).map(rowsOf).join('\nunion all\n'),
    parts: Object.keys(parts),
  };
};

type ChunkRow = { readonly part: string; readonly chunk: number; readonly rows: readonly QueryResultRow[] };

/** Returns the rows of each part of a statement made by {@link together}. */
export const selectTogether = async <Rows extends Readonly<Record<string, QueryResultRow>>>(
  pool: Pool,
  { parts, ...query }: Together,
  values: unknown[],
): Promise<{ readonly [Part in keyof Rows]: readonly Rows[Part][] }> => {
  const chunks = await select<ChunkRow>(pool, query, values);
  // Parts may be interleaved; only the chunk number gives the order of a part's rows.
  const inOrder = chunks.toSorted((one, other) => one.chunk - other.chunk);
  const found = Object.fromEntries(
    parts.map((part) => [part, inOrder.filter((one) => one.part === part).flatMap(({ rows }) => rows)]),
  );
  return found as { [Part in keyof Rows]: Rows[Part][] };
};

/**
 * Returns the rows of a statement. Throws `unavailable` if tables or columns are missing: the read models are
 * another release's, and the projector is about to rebuild them.
 */
export const select = async <Row extends QueryResultRow>(
  pool: Pool,
  query: Query,
  values: unknown[],
): Promise<Row[]> => {
  try {
    return (await pool.query<Row>({ ...query, values })).rows;
  } catch (error) {
    throw isMissing(error) ? new Rejection('unavailable') : error;
  }
};
