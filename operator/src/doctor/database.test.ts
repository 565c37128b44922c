import { randomBytes } from 'node:crypto';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { migrate } from '@visita/platform/postgres/migrate';
import { createSealing } from '@visita/platform/runtime/sealing';
import { sealMigrations, sealSchema } from '@visita/platform/event-store/seals';
import { leaderMigrations, leaderSchema } from '@visita/platform/runtime/leader';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { someEvent } from '@visita/platform/testing/events';
import { keysOf } from '@visita/platform/vault/purpose-keys';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { initializeCheckpoints } from '@visita/projector/checkpoints';
import { projections } from '@visita/projector/projections';
import { projectorMigrations } from '@visita/projector/schemas';
import { createReadModels } from '@visita/read-model/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Check, lookAt } from './check.ts';
import {
  busFollows,
  eventStoreHosts,
  clocksAgree,
  databaseAnswers,
  leasesHold,
  logIsSealed,
  masterKeyFits,
  readModelsFollow,
  runsApart,
} from './database.ts';
import { migrationsFit } from './migrations.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const now = () => new Date();
const deps = () => ({ pool: database.pool, now });
const found = async (check: Check) => (await lookAt([check]))[0];

it('detects a reachable database, and differing clocks', async () => {
  expect(await found(databaseAnswers(deps(), 'embedded'))).toMatchObject({ state: 'ok' });
  expect(await found(clocksAgree(deps()))).toMatchObject({ state: 'ok' });
  const late = () => new Date(Date.now() - 600_000);
  expect(await found(clocksAgree({ ...deps(), now: late }))).toMatchObject({ state: 'wrong' });
});

it('detects tables of a newer release, and pending migrations', async () => {
  const steps = Object.keys(vaultMigrations);
  const look = (known: readonly string[]) => found(migrationsFit(deps(), { vault: known }));
  expect(await look(steps)).toMatchObject({
    state: 'ok',
    detail: `${steps.length} run at the next start`,
  });
  await migrate(database.knex, 'vault', vaultMigrations);
  expect(await look(steps)).toMatchObject({ state: 'ok', detail: 'all done' });
  expect(await look(steps.slice(1))).toMatchObject({
    state: 'wrong',
    detail: expect.stringContaining(steps[0]!),
  });
});

it('detects a wrong master key', async () => {
  let time = now();
  const vaultWith = (wrapKey: Buffer) => createVault({ database, wrapKey, clock: () => time });
  const key = randomBytes(32);
  const look = (wrapKey: Buffer) => found(masterKeyFits(deps(), async () => keysOf(wrapKey)));
  expect(await look(key)).toMatchObject({ state: 'off' });
  await migrate(database.knex, 'vault', vaultMigrations);
  await vaultWith(key).keysFor(['pro-00000000-0000-4000-8000-000000000001']);
  expect(await look(key)).toMatchObject({ state: 'ok' });
  expect(await look(randomBytes(32))).toMatchObject({
    state: 'wrong',
    todo: expect.stringContaining('MASTER_KEY'),
  });
  time = new Date(time.getTime() + 1_000);
  // A key wrapped with a wrong master key, whose subject sorts first.
  const wrongKey = randomBytes(32);
  await vaultWith(wrongKey).keysFor(['clinic-00000000-0000-4000-8000-000000000002']);
  expect(await look(key)).toMatchObject({
    state: 'wrong',
    detail: 'opens the vault, except 1 keys encrypted with another master key',
    todo: expect.stringContaining('ops set-aside'),
  });
  expect(await look(wrongKey), 'the oldest key tells which is the right one').toMatchObject({
    state: 'wrong',
    detail: 'WrongMasterKey',
  });
});

it('detects read models that lag', async () => {
  const store = createMemoryEventStore();
  const look = () => found(readModelsFollow(deps(), store));
  expect(await look()).toMatchObject({ state: 'off' });
  await createReadModels(database, 'read');
  await initializeCheckpoints({ pool: database.pool, schema: 'read', projections });
  expect(await look()).toMatchObject({ detail: 'up to date' });
  await store.append('test-1', 'any', [someEvent()]);
  expect(await look()).toMatchObject({ state: 'wrong', detail: expect.stringContaining('1 events behind') });
  await database.pool.query('update read.checkpoints set version = version + 1');
  expect(await look()).toMatchObject({ state: 'ok', detail: expect.stringContaining('another version') });
});

it('detects notices that are not announced, as with NATS down, if services run apart', async () => {
  const store = createMemoryEventStore();
  expect(await runsApart(database.pool)).toBe(false);
  await migrate(database.knex, 'projector', projectorMigrations);
  const look = (time = now) => found(busFollows({ pool: database.pool, now: time }, store));
  expect(await look()).toMatchObject({ state: 'off' });
  const { position } = await store.append('test-1', 'any', [someEvent()]);
  await database.pool.query('insert into projector.relay (position) values ($1)', [position]);
  expect(await look()).toMatchObject({ state: 'ok' });
  await store.append('test-1', 'any', [someEvent()]);
  const todo = expect.stringContaining('Start NATS') as string;
  expect(await look(() => new Date(Date.now() + 60_000))).toMatchObject({ state: 'wrong', todo });
});

it('detects events that are not sealed', async () => {
  const store = createMemoryEventStore();
  const look = (time = now) => found(logIsSealed({ pool: database.pool, now: time }, store));
  expect(await look()).toMatchObject({ state: 'off' });
  await migrate(database.knex, sealSchema, sealMigrations);
  expect(await look()).toMatchObject({ state: 'ok', detail: 'none yet' });
  const { time } = someEvent().metadata;
  const after = (hours: number) => () => new Date(Date.parse(time) + hours * 3_600_000);
  const { position } = await store.append('test-1', 'any', [someEvent()]);
  expect(await look(after(1.9))).toMatchObject({ state: 'ok' });
  const unsealed = { state: 'wrong', detail: 'events from 3 hours ago are not sealed' };
  // Events from before the installation, such as demo data.
  expect(await look(after(3.1))).toMatchObject({ state: 'ok' });
  await database.pool.query(`update ${sealSchema}.migrations set migration_time = $1`, [time]);
  expect(await look(after(3.1))).toMatchObject(unsealed);
  await createSealing({ stored: store, database, log: silent, now: after(0) }).poll();
  expect(await look(after(3.1))).toMatchObject({ state: 'ok', detail: `up to ${position}, ${time}` });
});

it('detects missing leaders', async () => {
  const look = () => found(leasesHold(deps()));
  expect(await look()).toMatchObject({ state: 'off' });
  await migrate(database.knex, leaderSchema, leaderMigrations);
  const lease = `insert into leader.leases (name, holder, until) values ($1, 'one', now() + $2::interval)`;
  await database.pool.query(lease, ['projector', '1 hour']);
  expect(await look()).toMatchObject({ state: 'ok', detail: 'projector: one' });
  expect(await runsApart(database.pool)).toBe(true);
  await database.pool.query(lease, ['processes', '-1 hour']);
  expect(await look()).toMatchObject({ state: 'wrong', detail: 'no leader for processes' });
});

it.each([
  ['esdb://one:2113', 'one:2113'],
  ['esdb://admin:secret@one:2113,two:2113?tls=false', 'one:2113,two:2113'],
  ['esdb+discover://admin:secret@cluster', 'cluster'],
])('shows only the hosts of %s', (url, hosts) => {
  expect(eventStoreHosts(url)).toBe(hosts);
});
