import { createEventStoreDBEventStore } from '@visita/platform/event-store/eventstoredb';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { startEventStoreDBDouble } from '@visita/platform/testing/eventstoredb/double';
import { someEvent, someStream } from '@visita/platform/testing/events';
import { initializeCheckpoints } from '@visita/projector/checkpoints';
import { projections } from '@visita/projector/projections';
import { createReadModels } from '@visita/read-model/schema';
import { expect, it, onTestFinished } from 'vitest';
import { readHealth } from './health.ts';

it('counts events if positions are bytes', async () => {
  const double = await startEventStoreDBDouble();
  onTestFinished(() => double.stop());
  const store = createEventStoreDBEventStore({ log: silent, url: double.url });
  onTestFinished(() => store.close());
  await using database = await createTestDatabase();
  await createReadModels(database, 'read');
  await initializeCheckpoints({ pool: database.pool, schema: 'read', projections });
  const first = await store.append(someStream(), 'no-stream', [someEvent()]);
  const last = await store.append(someStream(), 'no-stream', [someEvent(), someEvent()]);
  await database.pool.query('update read.checkpoints set position = $1', [first.position]);
  const jobs = { parked: async () => [] };
  const health = () => readHealth({ store, pool: database.pool, jobs, now: () => new Date() });
  expect(await health()).toMatchObject({ position: Number(last.position), behind: 2, parked: [] });
  await database.pool.query('update read.checkpoints set position = $1', [last.position]);
  const { behind, projections: all } = await health();
  expect(behind).toBe(0);
  expect(all.map(({ name }) => name)).toContain('bookings');
});
