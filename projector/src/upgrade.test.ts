import { randomUUID } from 'node:crypto';
import { recorded, sample } from '@visita/contracts/samples';
import { migrate } from '@visita/platform/postgres/migrate';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { bookings } from '@visita/read-model/booking/tables';
import { patients } from '@visita/read-model/patient/tables';
import { pros } from '@visita/read-model/pro/tables';
import { createReadModels } from '@visita/read-model/schema';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { initializeCheckpoints } from './checkpoints.ts';
import { projections } from './projections.ts';
import { rollBack } from './rebuild.ts';
import { createProjector } from './service.ts';
import { earlierMigrations } from '../testing/earlier-migrations.ts';
import { rowsOf } from '../testing/given.ts';

const steps = Object.keys(earlierMigrations);
const store = createMemoryEventStore();
const events = [
  sample('ProSignedUp'),
  sample('PatientRegistered'),
  sample('BookingPlaced', { confirmBy: null }),
];
for (const [index, { id, type, data, metadata }] of recorded(events).entries()) {
  await store.append(`stream-${index}`, 'no-stream', [{ id, type, data, metadata }]);
}

let database: TestDatabase;
beforeEach(async () => void (database = await createTestDatabase()));
afterEach(() => database.close());

/** Creates the tables with the first migrations of former releases. */
const former = (count: number) => () =>
  migrate(database.knex, 'read', Object.fromEntries(Object.entries(earlierMigrations).slice(0, count)));

/** Starts this release on older tables, with rows up to the last event. */
const startOn = async (makeTables: () => Promise<unknown>) => {
  const { pool } = database;
  await makeTables();
  await initializeCheckpoints({ pool, schema: 'read', projections });
  await pool.query('update read.checkpoints set position = $1', [await store.head()]);
  // Column names are given because older tables have fewer columns.
  const clinic = {
    clinic_id: randomUUID(),
    owner_id: randomUUID(),
    name: 'left by a former release',
    country: 'IT',
    province_id: 'MI',
    city: 'Milano',
    address: 'Via Roma 1',
    postal_code: '20121',
    phone: '',
    email: '',
    directions: '',
    timezone: 'Europe/Rome',
    online_booking: true,
    second_factor: false,
    patients_shared: null,
    status: 'active',
    position: await store.head(),
  };
  const values = 'select (jsonb_populate_record(null::read.clinics, $1)).*';
  await pool.query(`insert into read.clinics ${values}`, [JSON.stringify(clinic)]);
  const bus = { publish: async () => undefined };
  const projector = createProjector({ store, database, bus, log: silent, projections });
  await projector.start();
  await projector.stop();
};

const clinicNames = async () =>
  (await database.pool.query<{ name: string }>('select name from read.clinics')).rows.map(({ name }) => name);

const indexes = async (schema: string) =>
  (
    await database.pool.query<{ definition: string }>(
      `select replace(indexdef, schemaname || '.', '') as definition from pg_indexes
        where schemaname = $1 and tablename not like 'migrations%' order by 1`,
      [schema],
    )
  ).rows.map(({ definition }) => definition);

it("continues with the previous release's rows if its tables match the declared ones", async () => {
  await startOn(() => createReadModels(database, 'read'));
  expect(await clinicNames()).toEqual(['left by a former release']);
  await createReadModels(database, 'declared');
  expect(await indexes('read')).toEqual(await indexes('declared'));
});

it.each(steps.map((step, index) => [step, index + 1] as const))(
  'rebuilds the read models of a database that stopped at %s',
  async (_step, count) => {
    await startOn(former(count));
    expect(await clinicNames()).toEqual([]);
    expect(await rowsOf(database, 'read', pros)).toMatchObject([{ manage_notice_hours: 24 }]);
    expect(await rowsOf(database, 'read', patients)).toMatchObject([{ erased: false }]);
    expect(await rowsOf(database, 'read', bookings)).toMatchObject([{ status: 'confirmed' }]);
    await expect(rollBack({ store, database, log: silent })).rejects.toThrow('another version');
  },
);

test('an index added by a release is created on existing rows', async () => {
  await startOn(() => createReadModels(database, 'read'));
  await database.pool.query('drop index read.bookings_by_pro');
  await createReadModels(database, 'read');
  await createReadModels(database, 'declared');
  expect(await indexes('read')).toEqual(await indexes('declared'));
  expect(await clinicNames()).toEqual(['left by a former release']);
});

test('tables differ by an extra or missing column, another type, nullability or key', async () => {
  const changes = [
    'alter table read.surveys add column more text',
    'alter table read.surveys drop column booking_id',
    'alter table read.surveys alter column booking_id type text',
    'alter table read.surveys alter column booking_id set not null',
    'alter table read.surveys drop constraint surveys_pkey',
    'drop table read.surveys',
  ];
  for (const change of changes) {
    await database.pool.query('drop schema if exists read, read_previous cascade');
    await createReadModels(database, 'read');
    await initializeCheckpoints({ pool: database.pool, schema: 'read', projections });
    await database.pool.query(change);
    const projector = createProjector({
      store,
      database,
      bus: { publish: async () => undefined },
      log: silent,
      projections,
    });
    await projector.start();
    await projector.stop();
    await database.pool.query('select survey_id, subject_id, booking_id from read.surveys');
    const { rowCount } = await database.pool.query(
      `select from pg_namespace where nspname = 'read_previous'`,
    );
    expect(rowCount, change).toBe(1);
  }
});
