import type { RecordedEvent } from '@visita/contracts/envelope';
import { recorded, type SampleEvent } from '@visita/contracts/samples';
import { foldEvents, type Projection } from '@visita/platform/projection/projection';
import type { Table } from '@visita/platform/projection/table';
import { writeChanges } from '@visita/platform/projection/write';
import type { TestDatabase } from '@visita/platform/testing/database';
import { createReadModels } from '@visita/read-model/schema';

type Rows = Record<string, unknown>[];

const schema = 'specified';

/**
 * Creates specifications of a projection on a real PostgreSQL: `given(events).thenRows(table)` returns the
 * rows, after checking that applying each event alone, all at once, and each twice gives the same rows.
 */
export const createGiven =
  (database: () => TestDatabase, projection: Projection) =>
  (...events: SampleEvent[]) => ({
    thenRows: async (table: Table): Promise<Rows> => {
      await createReadModels(database(), schema);
      const stored = recorded(events);
      const ways: RecordedEvent[][][] = [
        [stored],
        stored.map((event) => [event]),
        stored.flatMap((event) => [[event], [event]]),
        [stored, stored],
      ];
      const results: Rows[] = [];
      for (const batches of ways) {
        const client = await database().pool.connect();
        try {
          await client.query('begin');
          for (const batch of batches) await writeChanges(client, schema, foldEvents([projection], batch));
          results.push(await rowsOf({ pool: client }, schema, table));
        } finally {
          // A rollback is much faster than creating the tables anew each time.
          await client.query('rollback');
          client.release();
        }
      }
      const [rows = []] = results;
      for (const [index, other] of results.entries()) {
        if (JSON.stringify(other) !== JSON.stringify(rows)) {
          throw new Error(
            `way ${index} of applying the events gave ${JSON.stringify(other)}, not ${JSON.stringify(rows)}`,
          );
        }
      }
      return rows;
    },
  });

/** Returns all rows of a table in key order. */
export const rowsOf = async (
  { pool }: { readonly pool: Pick<TestDatabase['pool'], 'query'> },
  schema: string,
  { name, key }: Table,
): Promise<Rows> => {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${schema}.${name} t order by ${key.join(', ')}`,
  );
  return rows.map(({ row }) => row);
};
