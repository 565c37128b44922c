import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, test, vi } from 'vitest';
import { compareWithReplay } from './compare.ts';
import { createProjector } from './service.ts';

const placed = (number: number) =>
  sample('BookingPlaced', { bookingId: sampleId(4, number), confirmBy: null });

test('differences from a replay are reported by key, never with values', async () => {
  await using database = await createTestDatabase();
  const store = createMemoryEventStore();
  const events = [sample('PatientRegistered'), placed(1), placed(2), placed(3)];
  for (const [index, { id, type, data, metadata }] of recorded(events).entries()) {
    await store.append(`stream-${index}`, 'no-stream', [{ id, type, data, metadata }]);
  }
  const bus = { publish: async () => undefined };
  const projector = createProjector({ store, database, bus, log: silent });
  await projector.start();
  const { pool } = database;
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ position: string }>('select distinct position from read.checkpoints');
    expect(rows).toEqual([{ position: await store.head() }]);
  }, 20_000);
  const sound = await compareWithReplay({ store, database });
  expect(sound).toEqual({ position: await store.head(), events: 4, rows: 14, differing: 0, differences: [] });

  await pool.query(`update read.bookings set status = 'orfan', name = null where booking_id = $1`, [
    sampleId(4, 1),
  ]);
  await pool.query(`delete from read.bookings where booking_id = $1`, [sampleId(4, 2)]);
  await pool.query(`update read.patients set patient_id = gen_random_uuid()`);
  const report = await compareWithReplay({ store, database });
  expect(report).toMatchObject({ differing: 7 });
  // The sums follow the rows, including wrong ones.
  const differences = expect.arrayContaining([
    expect.objectContaining({ table: 'booked_days', kind: 'different' }),
    {
      table: 'bookings',
      key: { booking_id: sampleId(4, 1) },
      kind: 'different',
      columns: ['name', 'status'],
    },
    { table: 'bookings', key: { booking_id: sampleId(4, 2) }, kind: 'missing', columns: [] },
    { table: 'patients', key: { patient_id: sampleIds.patient }, kind: 'missing', columns: [] },
    expect.objectContaining({ table: 'patients', kind: 'superfluous' }),
  ]);
  expect(report.differences).toEqual(differences);
  expect(JSON.stringify(report)).not.toContain('Carla');

  // The live projector continues, and no schema is left behind.
  const [more] = recorded([placed(9)], 4);
  await store.append('stream-more', 'no-stream', [more!]);
  await vi.waitFor(async () => {
    const { rows } = await pool.query('select 1 from read.bookings where booking_id = $1', [sampleId(4, 9)]);
    expect(rows).toHaveLength(1);
  }, 20_000);
  expect((await pool.query(`select from pg_namespace where nspname = 'read_verify'`)).rows).toEqual([]);
  await projector.stop();
  await store.close();
});
