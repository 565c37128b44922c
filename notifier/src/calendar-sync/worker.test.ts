import { randomUUID } from 'node:crypto';
import { sampleId, sampleIds } from '@visita/contracts/samples';
import { createConnections } from '@visita/platform/calendar/connections';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { createCalendarProvider } from '@visita/platform/calendar/provider';
import { migrate } from '@visita/platform/postgres/migrate';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import {
  type CalendarDouble,
  doubleClient,
  startCalendarDouble,
} from '@visita/platform/testing/calendar-double';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCalendarApi } from './api.ts';
import { type Appointment, entryIdOf } from './entry.ts';
import { createMarkLost } from './lost.ts';
import { createCalendarWorker } from './worker.ts';

const { owner: proId, booking: bookingId } = sampleIds;
const connectionId = sampleId(7, 1);
const job = { proId, bookingId };
const entryId = entryIdOf(bookingId);
const appointment: Appointment = {
  bookingId,
  start: new Date('2026-11-23T08:00:00.000Z'),
  end: new Date('2026-11-23T08:30:00.000Z'),
  timezone: 'Europe/Rome',
  service: 'Visita',
  patient: 'Carla Verdi',
  clinic: 'Studio Roma',
  address: 'Via Appia 1, 00100 Roma',
};

let database: TestDatabase;
let double: CalendarDouble;
beforeEach(async () => {
  [database, double] = await Promise.all([createTestDatabase(), startCalendarDouble()]);
  await migrate(database.knex, calendarSchema, calendarMigrations);
});
afterEach(async () => {
  await double.close();
  await database.close();
});

const open = async ({ patience = 10_000 } = {}) => {
  const now = () => new Date('2026-11-20T09:00:00.000Z');
  const { issuer, apiBase, redirectUri } = double;
  const provider = createCalendarProvider({ ...doubleClient, issuer, redirectUri, now });
  const connections = createConnections({ database, key: Buffer.alloc(32, 7), provider, now });
  // Example of RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const { code } = await double.allow(await provider.authorizationUrl({ state: 's'.repeat(43), challenge }));
  await connections.save({ proId, connectionId }, await provider.exchange({ code, verifier }));

  const store = createMemoryEventStore();
  const metadata = { correlationId: 'c', causationId: 'c', actor: 'anonymous', time: '' } as const;
  const connected = { type: 'ExternalCalendarConnected', data: { proId, connectionId, replaces: null } };
  await store.append(`pro-${proId}`, 'no-stream', [{ ...connected, id: randomUUID(), metadata }]);

  const shown: { present: Appointment | undefined; connection: string | null } = {
    present: appointment,
    connection: connectionId,
  };
  const api = createCalendarApi({ apiBase, patience });
  const work = createCalendarWorker({
    reads: { connection: async () => shown.connection, appointment: async () => shown.present },
    connections,
    api,
    markLost: createMarkLost({ store, now, newId: randomUUID }),
  });
  const types = async () => (await store.readAll('', 10)).map(({ type }) => type);
  return { work, api, shown, types };
};

test('a booking is created, moved, removed and restored as the same event', async () => {
  const { work, shown } = await open();
  await work(job);
  expect(double.events.get(entryId)).toMatchObject({
    status: 'confirmed',
    summary: 'Visita – Carla Verdi',
    location: 'Studio Roma, Via Appia 1, 00100 Roma',
    start: { dateTime: '2026-11-23T08:00:00.000Z', timeZone: 'Europe/Rome' },
    extendedProperties: { private: { visitaBooking: bookingId } },
  });
  shown.present = { ...appointment, start: new Date('2026-11-23T08:10:00.000Z') };
  await work(job);
  await work(job);
  expect(double.events.get(entryId)).toMatchObject({ start: { dateTime: '2026-11-23T08:10:00.000Z' } });
  shown.present = undefined;
  await work(job);
  await work(job);
  expect(double.events.get(entryId)?.status).toBe('cancelled');
  shown.present = appointment;
  await work(job);
  expect(double.events.get(entryId)?.status).toBe('confirmed');
  expect(double.events.size).toBe(1);
});

test('a change during a write is written too', async () => {
  const { work, shown } = await open();
  let reads = 0;
  Object.defineProperty(shown, 'present', {
    get: () => ((reads += 1) === 1 ? appointment : undefined),
  });
  await work(job);
  expect(double.events.get(entryId)?.status).toBe('cancelled');
});

test('pros without a connection are skipped', async () => {
  const { work, shown } = await open();
  shown.connection = null;
  const before = double.requests.length;
  await work(job);
  expect(double.requests).toHaveLength(before);
});

test('a refused access token is refreshed', async () => {
  const { work, types } = await open();
  double.expireAccess();
  await work(job);
  expect(double.events.get(entryId)?.status).toBe('confirmed');
  expect(await types()).toEqual(['ExternalCalendarConnected']);
});

test.each([500, 429, 403])('an answer of %i fails the job, without its text', async (status) => {
  const { work, types } = await open();
  double.fail({ path: /events/, answer: { status, body: { error: { message: 'Carla Verdi' } } } });
  const failing = work(job);
  await expect(failing).rejects.toMatchObject({ name: 'CalendarTrouble', code: `HTTP${status}` });
  await expect(failing).rejects.not.toThrow('Carla');
  await work(job);
  expect(double.events.get(entryId)?.status).toBe('confirmed');
  expect(await types()).toEqual(['ExternalCalendarConnected']);
});

test('a calendar that does not answer fails the job', async () => {
  const { work } = await open({ patience: 50 });
  double.fail({ path: /events/, answer: 'silence' });
  await expect(work(job)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a revoked permission disconnects, once', async () => {
  const { work, types } = await open();
  double.withdraw();
  await work(job);
  await work(job);
  expect(await types()).toEqual(['ExternalCalendarConnected', 'ExternalCalendarDisconnected']);
});
