import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import type { Reading } from '@visita/platform/telemetry/metrics';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { someEvent, someStream } from '@visita/platform/testing/events';
import { createReadModels } from '@visita/read-model/schema';
import { collectReadModels } from './figures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createReadModels(database, 'read');
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from read.busy_intervals; delete from read.checkpoints'));

const figures = async (store = createMemoryEventStore()) => {
  const looks: (() => readonly Reading[] | Promise<readonly Reading[]>)[] = [];
  collectReadModels(
    { collect: (look) => (looks.push(look), () => undefined) },
    { store, pool: database.pool },
  );
  return (await Promise.all(looks.map(async (look) => look()))).flat();
};

const hour = 3_600_000;
const pro = randomUUID();
const busy = (from: number, to: number, { proId = pro, hold = null as number | null } = {}) => {
  const at = (hours: number | null) => (hours === null ? null : new Date(Date.now() + hours * hour));
  const values = [randomUUID(), proId, at(from), at(to), at(hold)];
  return database.pool.query(
    'insert into read.busy_intervals values ($1, $2, $3, $4, $5, 0, 0, false)',
    values,
  );
};

const overlaps = async () => (await figures()).find(({ figure }) => figure === 'overlapping_bookings')?.value;

it("adjacent, past, held and other professionals' bookings are no overlaps", async () => {
  await busy(1, 2);
  await busy(2, 3);
  await busy(1, 2, { proId: randomUUID() });
  await busy(1, 2, { hold: -1 });
  for (const end of [-1, -2]) await busy(-3, end);
  expect(await overlaps()).toBe(0);
});

it('counts every booking that starts before another ends', async () => {
  await busy(1, 9);
  await busy(2, 3);
  await busy(4, 5);
  expect(await overlaps()).toBe(2);
  await busy(20, 21);
  await busy(20.5, 22, { hold: 1 });
  expect(await overlaps()).toBe(3);
});

it('reports events behind and their age for each projection', async () => {
  const store = createMemoryEventStore();
  const time = (ago: number) => new Date(Date.now() - ago).toISOString();
  for (const ago of [3 * hour, 2 * hour, hour]) {
    const event = someEvent();
    await store.append(someStream(), 'no-stream', [
      { ...event, metadata: { ...event.metadata, time: time(ago) } },
    ]);
  }
  await database.pool.query(
    `insert into read.checkpoints (projection, version, position) values ('behind', 1, $1), ('there', 1, $2)`,
    ['1', '3'].map((position) => position.padStart(16, '0')),
  );
  const found = await figures(store);
  const valueOf = (figure: string, projection: string) =>
    found.find((reading) => reading.figure === figure && reading.labels?.[0] === projection)?.value;
  expect(valueOf('projection_lag_events', 'behind')).toBe(2);
  expect(valueOf('projection_lag_seconds', 'behind')).toBeGreaterThanOrEqual(2 * 3_600);
  expect(valueOf('projection_lag_seconds', 'behind')).toBeLessThan(3 * 3_600);
  expect(valueOf('projection_lag_events', 'there')).toBe(0);
  expect(valueOf('projection_lag_seconds', 'there')).toBe(0);
});
