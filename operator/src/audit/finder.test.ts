import { randomUUID } from 'node:crypto';
import type { EventStore } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { someEvent } from '@visita/platform/testing/events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Finder, findByReading, findInDatabase } from './finder.ts';

type Found = { store: EventStore; finder: Finder; close(): Promise<void> };

const inDatabase = async (): Promise<Found> => {
  const database = await createTestDatabase();
  const store = createPostgresEventStore({ database, log: silent });
  await store.ensureSchema();
  const close = async () => {
    await store.close();
    await database.close();
  };
  return { store, finder: findInDatabase(database), close };
};

const byReading = async (): Promise<Found> => {
  const store = createMemoryEventStore();
  return { store, finder: findByReading({ store }), close: () => store.close() };
};

describe.each([
  ['in the database', inDatabase],
  ['by reading', byReading],
])('events found %s', (_name, open) => {
  let found: Found;
  beforeEach(async () => {
    found = await open();
  });
  afterEach(() => found.close());

  const append = async (stream: string, data: unknown, correlationId = randomUUID()) => {
    const event = someEvent(data);
    await found.store.append(stream, 'any', [{ ...event, metadata: { ...event.metadata, correlationId } }]);
    return event.id;
  };

  it('by id', async () => {
    await append('hub-1', {});
    const id = await append('hub-1', {});
    expect(await found.finder.event(id)).toEqual({ stream: 'hub-1', revision: 1 });
    expect(await found.finder.event(randomUUID())).toBeNull();
  });

  it('by correlation, in store order, up to a limit', async () => {
    const correlation = randomUUID();
    await append('hub-1', {});
    await append('hub-1', {}, correlation);
    await append('agenda-1', {}, correlation);
    await append('hub-1', {}, correlation);
    const all = [
      { stream: 'hub-1', revision: 1 },
      { stream: 'agenda-1', revision: 0 },
      { stream: 'hub-1', revision: 2 },
    ];
    expect(await found.finder.correlated(correlation, 10)).toEqual(all);
    expect(await found.finder.correlated(correlation, 2)).toEqual(all.slice(0, 2));
  });

  it('by an id in fields of their streams', async () => {
    const id = randomUUID();
    await append('patient-1', { patientId: id });
    await append('booking-2', { patientId: id });
    await append('booking-1', { patientId: randomUUID() });
    await append('survey-1', { subjectId: id, bookingId: id });
    await append('booking-2', { patientId: id });
    const naming = { kinds: ['booking', 'survey'], fields: ['patientId', 'subjectId'], id };
    expect(await found.finder.streams(naming)).toEqual(['booking-2', 'survey-1']);
    expect(await found.finder.streams({ ...naming, fields: ['bookingId'] })).toEqual(['survey-1']);
  });
});

it('reports the position read so far', async () => {
  const store = createMemoryEventStore();
  const seen: string[] = [];
  const finder = findByReading({ store, onProgress: (position) => void seen.push(position) });
  await store.append('hub-1', 'any', [someEvent()]);
  await finder.correlated(randomUUID(), 1);
  expect(seen).toEqual([await store.head()]);
});
