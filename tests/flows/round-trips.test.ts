import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeCommandService } from '@visita/command-service/compose';
import { readConfig } from '@visita/platform/config/config';
import { createHttpServer } from '@visita/platform/http/server';
import { registerCalls } from '@visita/platform/http/register';
import { layFoundation } from '@visita/platform/runtime/foundation';
import { createGuards } from '@visita/platform/runtime/guards';
import { silent } from '@visita/platform/testing/database';
import { afterEach, expect, it } from 'vitest';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { createProductDatabase } from '../support/product-database.ts';
import { countRoundTrips } from '../support/round-trips.ts';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Milliseconds after which sessions and keys are looked up again. */
const forgotten = 10_000;

/** Starts the calls of the command service alone: nothing else asks the database. */
const startCommands = async () => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
  ends.push(() => rm(varDirectory, { recursive: true, force: true }));
  const { url, close } = await createProductDatabase();
  ends.push(close);
  const config = readConfig({ NODE_ENV: 'test', VAR_DIRECTORY: varDirectory, DATABASE_URL: url });
  let later = 0;
  const foundation = await layFoundation({ config, log: silent, url }, () => new Date(Date.now() + later));
  ends.push(foundation.close);
  const guards = createGuards(foundation);
  ends.push(guards.close);
  const app = createHttpServer({ config, log: silent });
  registerCalls(app, { ...(await composeCommandService(foundation)), ...guards, service: 'command' });
  ends.push(() => app.close());
  const client = createClient(await app.listen({ host: '127.0.0.1', port: 0 }));
  const { pool } = foundation.database;
  /** Opens all connections: a statement must not wait for one. */
  const connect = () =>
    Promise.all(Array.from({ length: config.databasePoolSize }, () => pool.query('select pg_sleep(0.1)')));
  return { ...foundation, client, connect, forget: () => void (later += forgotten) };
};

const openPractice = async () => {
  const { client, connect, forget, bookingTokens } = await startCommands();
  const { call } = client;
  const anna = await registerPro(client, 'anna');
  const { token } = anna;
  const { clinicId, offers } = await openClinic(client, anna, 'Studio Roma');
  const at = (hour: number) => `${dayAhead(7)}T${String(hour).padStart(2, '0')}:00`;
  const hubServiceId = offers[0];

  const place = (hour: number, name: string) => {
    const patient = { name, email: `${name}@example.com`, prefix: '+39', phone: '3331112222' };
    return succeed(
      call('placeBooking', { body: { booking: { hubServiceId, date: at(hour) }, patient }, token }),
    );
  };
  const request = (hour: number, name: string, correction?: string) => {
    const body = requestOf(clinicId, hubServiceId, at(hour), name);
    return succeed(call('requestBooking', { body: { ...body, ...(correction && { correction }) } }));
  };
  const move = (id: string, hour: number) => {
    const body = { date: at(hour), hub_service_id: hubServiceId };
    return succeed(call('editBooking', { params: { id }, body, token }));
  };
  const cancel = (id: string) => succeed(call('deleteBooking', { params: { id }, token }));
  const confirm = (id: string) =>
    succeed(call('confirmBooking', { token: bookingTokens.issue('confirm', id) }));
  const byLink = (id: string) => {
    const link = bookingTokens.issue('manage', id);
    return {
      move: (hour: number) => succeed(call('moveManagedBooking', { body: { date: at(hour) }, token: link })),
      cancel: () => succeed(call('cancelManagedBooking', { token: link })),
    };
  };

  // Excludes the periodic refresh of the key ring, which belongs to no call.
  const trips = countRoundTrips((text) => !text.includes('vault.key_versions'));
  ends.push(trips.end);
  /** Expects some work to wait for the database so many times in a row. */
  const expectTrips = async (count: number, work: () => Promise<unknown>) => {
    forget();
    await connect();
    const waves = await trips.during(work);
    expect.soft(waves.length, JSON.stringify(waves)).toBe(count);
  };
  return { place, request, move, cancel, confirm, byLink, expectTrips };
};

it('waits three times for the database to book for a new patient or to move, twice for a known patient', async () => {
  const { place, request, move, byLink, expectTrips } = await openPractice();
  const { data } = await place(9, 'carla');
  await expectTrips(3, () => place(10, 'dora'));
  await expectTrips(2, () => place(11, 'dora'));
  await expectTrips(3, () => request(12, 'elena'));
  await expectTrips(2, () => request(13, 'elena'));
  await expectTrips(3, () => move(data.id, 14));
  await expectTrips(3, () => byLink(data.id).move(15));
});

it('waits four times for the database to confirm, cancel or correct, of which the last ends a hold', async () => {
  const { place, request, cancel, confirm, byLink, expectTrips } = await openPractice();
  const placed = await place(9, 'carla');
  const requested = await request(10, 'dora');
  await expectTrips(4, () => confirm(requested.data.id));
  await expectTrips(4, () => cancel(placed.data.id));
  await expectTrips(3, () => byLink(requested.data.id).cancel());
  const { data } = await request(12, 'elsa');
  await expectTrips(4, () => request(12, 'elena', data.correction));
});
