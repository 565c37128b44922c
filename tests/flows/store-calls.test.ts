import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '@visita/platform/config/config';
import { freePort } from '@visita/platform/machine/free-port';
import { noTelemetry } from '@visita/platform/telemetry/telemetry';
import { silent } from '@visita/platform/testing/database';
import { startEventStoreDBDouble } from '@visita/platform/testing/eventstoredb/double';
import { afterEach, expect, it } from 'vitest';
import { startProduct } from '../../bin/product.ts';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { createProductDatabase } from '../support/product-database.ts';
import { countStatements, sumOf } from '../support/statements.ts';

const webDirectory = join(import.meta.dirname, '../../web/dist');

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Runs the whole product in this process with one professional, and returns a function that books. */
const openPractice = async (environment: Record<string, string> = {}) => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
  ends.push(() => rm(varDirectory, { recursive: true, force: true }));
  const database = await createProductDatabase();
  ends.push(database.close);
  const port = await freePort();
  const config = readConfig({
    NODE_ENV: 'test',
    VAR_DIRECTORY: varDirectory,
    PORT: String(port),
    ...environment,
  });
  const opened = { url: database.url, stop: async () => undefined };
  const product = await startProduct({
    config,
    log: silent,
    telemetry: noTelemetry,
    database: opened,
    webDirectory,
  });
  ends.push(product.stop);
  const client = createClient(`http://127.0.0.1:${port}`);
  const anna = await registerPro(client, 'anna');
  const clinic = await openClinic(client, anna, 'Studio Roma');
  let hour = 9;
  const book = async () => {
    const date = `${dayAhead(7)}T${String((hour += 1)).padStart(2, '0')}:00`;
    const patient = { name: 'Carla Neri', email: 'carla@example.com', prefix: '+39', phone: '3331112222' };
    const body = { booking: { hubServiceId: clinic.offers[0], date }, patient };
    await succeed(client.call('placeBooking', { body, token: anna.token }));
    // Counts follow-up work too.
    await delay(1_000);
  };
  await book();
  return { book };
};

const bookings = 4;
const ofStore = (text: string) =>
  ['append', 'read-streams', 'read-all', 'head'].includes(text) || text.includes('eventstore.events');

it('reads events from PostgreSQL at most five times a booking, and queries at most three times a second when idle', async () => {
  const statements = countStatements();
  ends.push(statements.end);
  const { book } = await openPractice();
  statements.take();
  for (let count = 0; count < bookings; count += 1) await book();
  const asked = statements.take();
  expect(sumOf(asked, ofStore) / bookings, JSON.stringify([...asked])).toBeLessThanOrEqual(5);

  // Two looks of the slowest poller, which looks every 20 seconds.
  const seconds = 40;
  await delay(seconds * 1_000);
  const idle = statements.take();
  expect(sumOf(idle) / seconds, JSON.stringify([...idle])).toBeLessThanOrEqual(3);
});

// EventStoreDB reads and appends streams one by one.
it('reads events from EventStoreDB at most eight times a booking, and once a second when idle', async () => {
  const double = await startEventStoreDBDouble();
  ends.push(double.stop);
  const { book } = await openPractice({ EVENTSTORE_URL: double.url });
  const before = { ...double.seen, appends: double.seen.appends.length };
  for (let count = 0; count < bookings; count += 1) await book();
  const calls = double.seen.reads - before.reads + double.seen.appends.length - before.appends;
  expect(calls / bookings).toBeLessThanOrEqual(8);

  const [seconds, reads] = [5, double.seen.reads];
  await delay(seconds * 1_000);
  expect((double.seen.reads - reads) / seconds).toBeLessThanOrEqual(1);
});
