import type { RecordedEvent } from '@visita/contracts/envelope';
import { defineEvent, erased, personal, type EventDefinition } from '@visita/contracts/event';
import { eventDefinitions } from '@visita/contracts/events';
import { sample } from '@visita/contracts/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../postgres/migrate.ts';
import { createMemoryEventStore } from '../../testing/memory-event-store.ts';
import { beginning, type EventToAppend } from '../event-store/port.ts';
import { createPostgresEventStore } from '../event-store/postgres.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { SubjectErased, withPersonalData } from './personal-data.ts';
import { createVault, vaultMigrations } from './vault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
});
afterAll(() => database.close());

const noted = defineEvent(
  'Noted',
  {
    personId: z.string(),
    kind: z.enum(['short', 'long']),
    note: personal(z.string()),
    more: personal(z.string()).optional(),
  },
  { subject: ({ personId }) => `patient-${personId}` },
);
const counted = defineEvent('Counted', { total: z.int() });
const definitions = (...list: unknown[]) =>
  new Map((list as EventDefinition[]).map((definition) => [definition.type, definition]));

const opening = (known = definitions(noted, counted)) => {
  const raw = createMemoryEventStore();
  const vault = createVault({ database, wrapKey: Buffer.alloc(32, 3), clock: () => new Date() });
  return { raw, vault, store: withPersonalData(raw, vault, known) };
};

let count = 0;
const note = (text = 'allergic to latex', personId = `p${++count}`): EventToAppend =>
  someEvent({ personId, kind: 'short', note: text }, 'Noted');

describe('personal data', () => {
  it('is encrypted in the store and plain for readers, with every kind of read', async () => {
    const { raw, store } = opening();
    const [stream, event] = [someStream(), note()];
    await store.append(stream, 'no-stream', [event]);
    const [stored] = await raw.readStream(stream);
    expect(stored?.data).toEqual({
      personId: `p${count}`,
      kind: 'short',
      note: { enc: expect.stringMatching(/^[A-Za-z0-9+/=]{40,}$/) },
    });
    expect(await store.readStream(stream)).toMatchObject([{ ...event, schemaVersion: 1 }]);
    expect(await store.readAll(beginning, 10)).toMatchObject([event]);
    const delivered = Promise.withResolvers<unknown>();
    const onBatch = async (events: readonly unknown[]) => delivered.resolve(events);
    const subscription = store.subscribe({ after: beginning, onBatch });
    expect(await delivered.promise).toMatchObject([event]);
    await subscription.stop();
  });

  it('is left out for readers that need none, without any key, and throws on access', async () => {
    const { raw, vault, store } = opening();
    await store.append(someStream(), 'no-stream', [note()]);
    const keyless = { ...vault, getKeys: () => Promise.reject(new Error('keys were asked for')) };
    const delivered = Promise.withResolvers<readonly RecordedEvent[]>();
    const subscription = withPersonalData(raw, keyless, definitions(noted, counted)).subscribe({
      after: beginning,
      impersonal: true,
      onBatch: async (events) => delivered.resolve(events),
    });
    const [event] = await delivered.promise;
    await subscription.stop();
    expect({ ...(event?.data as object) }).toEqual({ personId: `p${count}`, kind: 'short' });
    expect(() => (event!.data as { note: string }).note).toThrow('Noted was read without its personal data');
  });

  it('of real events never reaches the events table of PostgreSQL', async () => {
    const vault = createVault({ database, wrapKey: Buffer.alloc(32, 3), clock: () => new Date() });
    const postgres = createPostgresEventStore({ database, log: silent });
    await postgres.ensureSchema();
    const store = withPersonalData(postgres, vault, eventDefinitions);
    const events = [sample('ProSignedUp'), sample('PersonalDataSaved'), sample('BookingPlaced')];
    for (const event of events) await store.append(someStream(), 'no-stream', [{ ...someEvent(), ...event }]);
    const { rows } = await database.pool.query<{ row: string }>(
      'select to_jsonb(stored)::text as row from eventstore.events as stored',
    );
    expect(rows).toHaveLength(3);
    const table = rows.map(({ row }) => row).join('\n');
    const secrets = events.flatMap((event) =>
      (eventDefinitions.get(event.type)?.personalFields ?? []).flatMap((field) =>
        leaves((event.data as Record<string, unknown>)[field]),
      ),
    );
    expect(secrets.length).toBeGreaterThan(8);
    for (const secret of secrets) expect(table).not.toContain(secret);
    expect((await store.readAll(beginning, 10)).map(({ data }) => data)).toEqual(
      events.map(({ data }) => data),
    );
    await store.close();
  });

  it('reads as erased once its key is deleted, beside that of other subjects', async () => {
    const { store, vault } = opening();
    const [gone, kept] = [note('a'), note('b')];
    await store.append(someStream(), 'no-stream', [gone]);
    await store.append(someStream(), 'no-stream', [kept]);
    const subject = `patient-${(gone.data as { personId: string }).personId}` as const;
    await vault.erase(subject);
    const [first, second] = await store.readAll(beginning, 10);
    expect(first?.data).toEqual({ ...(gone.data as object), note: erased });
    expect(second?.data).toEqual(kept.data);
    const again = note('c', subject.slice('patient-'.length));
    await expect(store.append(someStream(), 'no-stream', [again])).rejects.toThrow(SubjectErased);
    expect(await store.readAll(beginning, 10)).toHaveLength(2);
  });

  it.each([
    ['an unknown event', someEvent({}, 'Nonsense'), 'Nonsense is not a known event'],
    ['an unknown field', someEvent({ total: 1, secret: 'x' }, 'Counted'), 'does not follow its schema'],
    ['a wrong type', someEvent({ total: 'many' }, 'Counted'), 'total'],
    ['an erased value', someEvent({ personId: 'x', kind: 'short', note: erased }, 'Noted'), 'was erased'],
  ])('refuses %s, and writes nothing of the append', async (_name, event, message) => {
    const { raw, store } = opening();
    const appended = store.append(someStream(), 'any', [someEvent({ total: 1 }, 'Counted'), event]);
    await expect(appended).rejects.toThrow(message);
    expect(await raw.head()).toBe(beginning);
  });

  it('cannot be moved to another event or field, changed, or replaced by plain text', async () => {
    const { raw, store } = opening();
    const [stream, event] = [
      someStream(),
      { ...note('x', 'same'), data: { personId: 'same', kind: 'short', note: 'x', more: 'y' } },
    ];
    await store.append(stream, 'no-stream', [event]);
    const [stored] = await raw.readStream(stream);
    const data = stored?.data as Record<string, { enc: string }>;
    expect([data['note'], data['more']]).toEqual([{ enc: expect.any(String) }, { enc: expect.any(String) }]);
    const enc = data['note']?.enc ?? '';
    const changed = { enc: `${enc.startsWith('A') ? 'B' : 'A'}${enc.slice(1)}` };
    const forgeries = [
      { note: data['note'], more: data['more'], into: someStream(), id: event.id },
      { note: data['more'], more: data['note'], into: stream, id: event.id },
      { note: changed, more: data['more'], into: stream, id: event.id },
      { note: { enc: 'AAAA' }, into: stream, id: event.id },
      { note: 'plain', into: stream, id: event.id },
      { note: data['note'], into: stream, id: note().id },
    ];
    for (const { into, id, ...fields } of forgeries) {
      const forged = createMemoryEventStore();
      await forged.append(into, 'no-stream', [
        { ...event, id, data: { personId: 'same', kind: 'short', ...fields } },
      ]);
      const vault = createVault({ database, wrapKey: Buffer.alloc(32, 3), clock: () => new Date() });
      await expect(withPersonalData(forged, vault, definitions(noted)).readStream(into)).rejects.toThrow(
        new Error(`the personal data of event ${id} in ${into} cannot be read`),
      );
    }
  });

  it('of old versions is decrypted, then upcast step by step', async () => {
    const { raw, vault, store } = opening();
    const stream = someStream();
    await store.append(stream, 'no-stream', [note('first')]);
    const third = defineEvent(
      'Noted',
      { personId: z.string(), title: personal(z.string()), urgent: z.boolean() },
      {
        version: 3,
        subject: ({ personId }) => `patient-${personId}`,
        upcasts: {
          1: ({ note, personId }) => ({ personId, heading: note }),
          2: ({ heading, personId }) => ({ personId, title: `${String(heading)}!`, urgent: false }),
        },
      },
    );
    const newer = withPersonalData(raw, vault, definitions(third));
    expect((await newer.readStream(stream))[0]?.data).toEqual({
      personId: `p${count}`,
      title: 'first!',
      urgent: false,
    });
    await newer.append(stream, 0, [someEvent({ personId: 'x', title: 'second', urgent: true }, 'Noted')]);
    const [, second] = await newer.readStream(stream);
    expect(second).toMatchObject({ schemaVersion: 3, data: { title: 'second' } });
    await expect(store.readStream(stream)).rejects.toThrow('version 3 is newer than this release');
  });

  it('of a version that stored it unencrypted reads as erased once the key is deleted', async () => {
    const { raw, vault } = opening(definitions());
    const stream = someStream();
    const former = withPersonalData(
      raw,
      vault,
      definitions(defineEvent('Named', { personId: z.string(), name: z.string() })),
    );
    await former.append(stream, 'no-stream', [someEvent({ personId: 'named', name: 'Carla' }, 'Named')]);
    const named = defineEvent(
      'Named',
      { personId: z.string(), name: personal(z.string()) },
      { version: 2, subject: ({ personId }) => `patient-${personId}`, upcasts: { 1: (data) => data } },
    );
    const store = withPersonalData(raw, vault, definitions(named));
    expect((await store.readStream(stream))[0]?.data).toEqual({ personId: 'named', name: 'Carla' });
    await vault.erase('patient-named');
    expect((await store.readStream(stream))[0]?.data).toEqual({ personId: 'named', name: { erased: true } });
  });

  it('costs nothing for events without any', async () => {
    const { raw, store } = opening();
    await store.append(someStream(), 'no-stream', [someEvent({ total: 1 }, 'Counted')]);
    const events = await raw.readAll(beginning, 10);
    const reading = withPersonalData(
      { ...raw, readAll: async () => events },
      opening().vault,
      definitions(counted),
    );
    expect((await reading.readAll(beginning, 10))[0]).toBe(events[0]);
  });
});

const leaves = (value: unknown): string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  // Ids may contain shorter texts by chance.
  return typeof value === 'string' && value.length > 3 ? [value] : [];
};
