import type { PoolClient } from 'pg';
import { followBookings, sumUpBookings } from '@visita/read-model/overview/kept';
import { createIndexes } from '@visita/read-model/schema';
import type { Target } from './checkpoints.ts';
import { figuresProjection } from './overview/figures.projection.ts';

/** Adds indexes and sums to a filled schema; triggers keep the sums from then on. */
export const complete = async (
  client: PoolClient,
  { schema, projections }: Pick<Target, 'schema' | 'projections'>,
): Promise<void> => {
  await createIndexes(client, schema);
  if (!projections.includes(figuresProjection)) return;
  await sumUpBookings(client, schema);
  await followBookings(client, schema);
};
