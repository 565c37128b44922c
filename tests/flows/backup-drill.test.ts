// @module-tag release
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptTables, undecided } from '@visita/operator/backup/plan';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { parseErasures, readErasures } from '@visita/platform/vault/erasures';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { backupPlans } from '@visita/operator/backup/plans';
import { usePractice } from '../support/hooks.ts';
import { type Client, createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { lookInto } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';
import { searchEverywhere } from '../support/personal-search.ts';
import { startStack } from '../support/stack.ts';

const practice = usePractice();

let place: string;
let restored: string;
/** `DATABASE_URL` of the restored product. */
let database: TestDatabase;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'visita-drill-'));
  restored = await mkdtemp(join(tmpdir(), 'visita-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(restored, { recursive: true });
  await rm(place, { recursive: true });
});

const ottavia = { name: 'Ottavia Blu', email: 'ottavia@example.com', prefix: '+39', phone: '3335550001' };
const mirella = { name: 'Mirella Rosa', email: 'mirella@example.com', prefix: '+39', phone: '3335550002' };

const book = async (client: Client, token: string, patient: typeof ottavia, time: string) => {
  const booking = { hubServiceId: practice().clinic.offers[0], date: `${dayAhead(4)}T${time}` };
  return succeed(client.call('placeBooking', { body: { booking, patient }, token }));
};

const environment = () => ({ VAR_DIRECTORY: restored, DATABASE_URL: database.url });
const restore = (directory: string, ...args: string[]) =>
  runOps(environment(), 'restore', directory, ...args);

/** Renames the product's database as in the runbook, and creates a new one with its name. */
const renew = async (): Promise<void> => {
  await using server = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await server.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await server.pool.query(`alter database ${name} rename to ${name}_lost`);
  await server.pool.query(`create database ${name}`);
  await server.pool.query(`drop database ${name}_lost`);
};

it('restores a backup’s data except people erased since', async () => {
  const { client, anna, stack } = practice();
  const booked = await book(client, anna.token, ottavia, '09:00');
  await book(client, anna.token, mirella, '10:00');
  const fosca = await registerPro(client, 'fosca');
  await openClinic(client, fosca, 'Studio Belvedere Fosca');
  // This patient was under a legal hold at the time of the backup, and was erased later.
  const hold = (held: boolean) => {
    const params = { patientId: booked.patient.id };
    return succeed(
      client.call('setLegalHold', { params, body: { held, reason: 'Causa' }, token: anna.token }),
    );
  };
  await hold(true);
  // This booking was never confirmed, so it has no patient record.
  const held = requestOf(
    practice().clinic.clinicId,
    practice().clinic.offers[0],
    `${dayAhead(4)}T15:00`,
    'zelinda',
  );
  await succeed(client.call('requestBooking', { body: held }));
  const directory = join(place, 'backup');
  const backup = await runOps(stack.place, 'backup', directory, '--plain', '--json');
  expect(backup).toMatchObject({ code: 0 });
  const { position, hash } = JSON.parse(backup.stdout);
  expect((await runOps(stack.place, 'backup', directory, '--plain')).stderr).toContain('not empty');
  const files = await runOps(stack.place, 'verify', 'log', '--expect', `${position}:${hash}`);
  expect(files).toMatchObject({ code: 0 });

  const kept = await runOps(stack.place, 'erase', 'patient', booked.patient.id, '--yes');
  expect([kept.code, kept.stderr]).toEqual([expect.any(Number), expect.stringContaining('legal hold')]);
  await hold(false);
  for (const who of [
    ['patient', booked.patient.id],
    ['patient', '--pro', anna.email, '--email', 'zelinda@example.com'],
    ['pro', fosca.proId],
  ]) {
    expect(await runOps(stack.place, 'erase', ...who, '--yes')).toMatchObject({ code: 0 });
  }
  await book(client, anna.token, mirella, '11:00');
  const journal = join(stack.varDirectory, 'erasures.jsonl');
  expect(await readFile(journal, 'utf8')).toContain(`patient-${booked.patient.id}`);
  const printed = await runOps(stack.place, 'erasures');
  expect(printed.stdout).toContain(`patient-${booked.patient.id}`);

  // These restores are refused before anything is loaded.
  expect((await restore(directory)).stderr).toContain('no erasure journal');
  expect((await restore(directory, '--erasures', journal)).stderr).toContain('Put the master key');
  await mkdir(join(restored, 'secrets'), { recursive: true });
  await copyFile(join(stack.varDirectory, 'secrets/master.key'), join(restored, 'secrets/master.key'));
  const damaged = join(place, 'damaged');
  await cp(directory, damaged, { recursive: true });
  const events = join(damaged, 'events.jsonl');
  await writeFile(events, (await readFile(events, 'utf8')).replace('BookingPlaced', 'BookingPlaces'));
  expect((await restore(damaged, '--erasures', journal)).stderr).toContain('events.jsonl is damaged');

  // State of a product that was started too early.
  await database.pool.query('create schema vault');
  expect((await restore(directory, '--erasures', journal)).stderr).toContain('not empty (vault)');
  await renew();

  const loaded = await restore(directory, '--erasures', journal, '--json');
  expect(loaded).toMatchObject({ code: 0 });
  expect(JSON.parse(loaded.stdout)).toMatchObject({ position, hash, erased: 4 });
  // The new journal has both the original erasures and their repetition.
  const asked = (await readErasures(journal))!;
  const carried = await readFile(join(restored, 'erasures.jsonl'), 'utf8');
  expect(parseErasures(carried)).toEqual(asked);
  for (const { subject, time } of asked) {
    const lines = carried.split('\n').filter((line) => line.includes(subject));
    const [first, ...again] = lines.map((line) => (JSON.parse(line) as { time: string }).time);
    expect(first).toBe(time);
    expect(again, subject).not.toEqual([]);
    for (const later of again) expect(later > asked.at(-1)!.time, subject).toBe(true);
  }
  const again = await restore(directory, '--erasures', journal);
  expect(again).toMatchObject({ code: 2 });
  expect(again.stderr).toContain('not empty');

  const product = await startStack(environment());
  try {
    const found = createClient(product.address);
    // Sessions are not in a backup.
    expect((await found.call('authenticate', { token: anna.token })).status).toBe(401);
    const login = { email: anna.email, password: 'secret123' };
    const { access_token: token } = await succeed(found.call('logIn', { body: login }));
    const gone = ['ottavia@example.com', 'zelinda@example.com', fosca.email, 'Studio Belvedere Fosca'];
    await vi.waitFor(async () => expect(await searchEverywhere(product, gone), '').toEqual([]), 30_000);
    const expected = ['--expect', `${position}:${hash}`];
    const verified = await runOps(environment(), 'verify', ...expected, '--json');
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });

    await using inside = await lookInto(database.url);
    const bookings = await inside.pool.query<{ name: string | null }>(
      'select name from read.bookings order by starts_at',
    );
    expect(bookings.rows.map(({ name }) => name)).toEqual([null, 'Mirella Rosa', null]);
    await book(found, token, mirella, '12:00');

    // Every table must be decided on.
    const { rows } = await inside.pool.query<{ schema: string; name: string }>(
      `select schemaname as schema, schemaname || '.' || tablename as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(
      undecided(
        backupPlans,
        rows.map(({ name }) => name),
      ),
    ).toEqual([]);
    // Every table with positions must be listed; seals are recreated when positions change.
    const kept = keptTables(backupPlans).filter((name) => name !== 'operator.seals');
    const remembering = await inside.pool.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
        where column_name = 'position' and table_schema || '.' || table_name = any($1)`,
      [kept],
    );
    const moved = backupPlans.flatMap(({ schema, positions = [] }) =>
      positions.map((table) => `${schema}.${table}`),
    );
    expect(remembering.rows.map(({ name }) => name).toSorted()).toEqual(moved.toSorted());

    const decided = backupPlans.map(({ schema }) => schema);
    expect(rows.map(({ schema }) => schema).filter((schema) => !decided.includes(schema))).toEqual([]);
  } finally {
    await product.stop();
  }
}, 600_000);
