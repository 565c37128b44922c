import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { someEvent } from '@visita/platform/testing/events';
import { expect, it } from 'vitest';
import { createRecordOperation, operatorActor } from '../record.ts';
import { eventsAbout } from './streams.ts';

const cause = {
  correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  actor: operatorActor('nora'),
} as const;

it('finds operations of every day since, and reads few streams at once', async () => {
  const store = createMemoryEventStore();
  const old = someEvent();
  const time = '2025-01-01T08:00:00.000Z';
  await store.append('clinic-7', 'no-stream', [{ ...old, metadata: { ...old.metadata, time } }]);
  const record = (day: string) => createRecordOperation({ store, now: () => new Date(day), cause });
  const days = ['2025-01-01T09:00:00.000Z', '2025-06-15T09:00:00.000Z', '2026-11-20T09:00:00.000Z'];
  for (const day of days) await record(day)({ operation: 'audit', targets: ['7'] });

  let [reading, most] = [0, 0];
  const readStream: typeof store.readStream = async (...asked) => {
    most = Math.max(most, (reading += 1));
    // Lets concurrent reads overlap.
    await new Promise(setImmediate);
    reading -= 1;
    return store.readStream(...asked);
  };
  const found = await eventsAbout(
    {
      store: { readStream },
      finder: { event: async () => null, correlated: async () => [], streams: async () => ['clinic-7'] },
      now: () => new Date('2026-11-20T10:00:00.000Z'),
    },
    'clinic',
    '7',
  );
  expect(found.map(({ metadata }) => metadata.time)).toEqual([time, ...days]);
  expect(most).toBeLessThanOrEqual(8);
});
