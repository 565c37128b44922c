import type { Pool, QueryResultRow } from 'pg';
import { Rejection } from '@visita/contracts/problem';
import { isMissing } from '@visita/platform/postgres/missing';

/** A statement with the name under which each connection prepares it once. */
export type Query = { readonly name: string; readonly text: string };

/** A statement of several queries, and how they are called. */
export type Together = Query & { readonly parts: readonly string[] };

/** Rows of one value: enough that a row costs little by itself, and few enough that thousands are read bit by bit. */
const chunk = 100;

/**
 * Queries over the same values as one statement: one round trip, and one moment that all of them show. Rows come as JSON,
 * so that instants are text, some hundred to a value.
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

/** The rows of each part of a statement made by {@link together}. */
export const selectTogether = async <Rows extends Readonly<Record<string, QueryResultRow>>>(
  pool: Pool,
  { parts, ...query }: Together,
  values: unknown[],
): Promise<{ readonly [Part in keyof Rows]: readonly Rows[Part][] }> => {
  const chunks = await select<ChunkRow>(pool, query, values);
  // Parts may come side by side, and nothing promises the order of a part's rows but the number of their chunk.
  const inOrder = chunks.toSorted((one, other) => one.chunk - other.chunk);
  const found = Object.fromEntries(
    parts.map((part) => [part, inOrder.filter((one) => one.part === part).flatMap(({ rows }) => rows)]),
  );
  return found as { [Part in keyof Rows]: Rows[Part][] };
};

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
    throw isMissing(error) ? new Rejection('unavailable') : error;
  }
};
