import { randomBytes } from 'node:crypto';
import { eventDefinitions } from '@visita/contracts/events';
import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { keysOf } from '@visita/platform/vault/purpose-keys';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { bookings, busyIntervals } from '@visita/read-model/booking/tables';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf } from '../../testing/given.ts';
import { rebuild } from '../rebuild.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  const plain = createPostgresEventStore({ database, log: silent });
  onTestFinished(async () => {
    await plain.close();
    await database.close();
  });
  await plain.ensureSchema();
  await migrate(database.knex, 'vault', vaultMigrations);
  const wrapping = keysOf(randomBytes(32));
  const vault = createVault({ database, wrapKey: wrapping, clock: () => new Date() });
  const store = withPersonalData(plain, vault, eventDefinitions);
  const append = async (stream: string, events: readonly DomainEvent[], first: number) => {
    const [one, ...rest] = recorded([...events], first).map(({ id, type, data, metadata }) => ({
      id,
      type,
      data,
      metadata,
    }));
    await store.append(stream, 'any', [one!, ...rest]);
  };
  const lanes = { url: database.url, wrapping, least: 0, stretch: 7 };
  return { database, plain, store, vault, append, options: { store, database, log: silent }, lanes };
};

/** Bookings with their later events in other stretches than the first. */
const lives = (count: number) => {
  const ids = Array.from({ length: count }, (_, nth) => ({
    bookingId: sampleId(4, nth + 1),
    patientId: sampleId(5, nth % 5),
  }));
  return [
    ...ids.map((id) => sample('BookingPlaced', id)),
    ...ids.filter((_, nth) => nth % 2 === 0).map((id) => sample('BookingConfirmed', id)),
    ...ids.filter((_, nth) => nth % 3 === 0).map((id) => sample('BookingMoved', id)),
    ...ids.filter((_, nth) => nth % 5 === 0).map((id) => sample('BookingCancelled', id)),
  ];
};

test('threads produce the same rows as sequential reading', async () => {
  const { database, append, vault, options, lanes } = await setUp();
  const events = lives(40);
  for (const [nth, event] of events.entries()) await append(`stream-${nth}`, [event], nth);
  await vault.erase(`patient-${sampleId(5, 2)}`);
  const rows = async () => [
    await rowsOf(database, 'read', bookings),
    await rowsOf(database, 'read', busyIntervals),
  ];
  expect(await rebuild(options)).toBe(events.length);
  const expected = await rows();
  expect(expected[0]).toHaveLength(40);
  const anonymised = await rowsOf(database, 'read', bookings);
  expect(anonymised.filter(({ name }) => name === null)).toHaveLength(8);
  const seen: number[] = [];
  const onProgress = ({ events: count }: { events: number }) => void seen.push(count);
  expect(await rebuild({ ...options, lanes, onProgress })).toBe(events.length);
  expect(await rows()).toEqual(expected);
  expect(seen.at(-1)).toBe(events.length);
  expect(seen.length).toBeGreaterThan(events.length / 7);
});

test('an unreadable event fails the rebuild, and the live rows stay', async () => {
  const { database, plain, append, options, lanes } = await setUp();
  const events = lives(20);
  for (const [nth, event] of events.entries()) await append(`stream-${nth}`, [event], nth);
  await rebuild(options);
  const before = await rowsOf(database, 'read', bookings);
  const [newer] = recorded([sample('BookingConfirmed')], 1_000);
  const { id, type, data, metadata } = newer!;
  await plain.append('stream-newer', 'no-stream', [{ id, type, data, metadata, schemaVersion: 99 }]);
  await expect(rebuild({ ...options, lanes })).rejects.toThrow('newer than this release');
  expect(await rowsOf(database, 'read', bookings)).toEqual(before);
  const { rowCount } = await database.pool.query(`select from pg_namespace where nspname = 'read_next'`);
  expect(rowCount).toBe(0);
});
