import { EventEmitter, once } from 'node:events';
import type { DomainEvent } from '@visita/contracts/events';
import type { Notice } from '@visita/contracts/notice';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, test } from 'vitest';
import { bookings } from '@visita/read-model/booking/tables';
import { projections } from './projections.ts';
import { rebuild } from './rebuild.ts';
import { createProjector } from './service.ts';
import { rowsOf } from '../testing/given.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  const store = createMemoryEventStore();
  const announced: Notice[] = [];
  const bell = new EventEmitter();
  const bus = {
    publish: async (notices: readonly Notice[]) => {
      announced.push(...notices);
      bell.emit('notice');
    },
  };
  const untilAnnounced = async (count: number) => {
    while (announced.length < count) await once(bell, 'notice');
  };
  let appended = 0;
  const append = async (...events: DomainEvent[]) => {
    for (const { id, type, data, metadata } of recorded(events, appended)) {
      appended += 1;
      await store.append(`stream-${appended}`, 'no-stream', [{ id, type, data, metadata }]);
    }
  };
  const project = async (changes: Partial<Parameters<typeof createProjector>[0]> = {}) => {
    const projector = createProjector({ store, database, bus, log: silent, ...changes });
    await projector.start();
    return projector;
  };
  const close = async () => {
    await store.close();
    await database.close();
  };
  return { database, store, announced, untilAnnounced, append, project, close };
};

const placed = (number: number) =>
  sample('BookingPlaced', { bookingId: sampleId(4, number), confirmBy: null });

test('projects events before and after its start, and announces each once, without personal data', async () => {
  const { append, project, announced, untilAnnounced, database, close } = await setUp();
  // A registered patient is not announced.
  await append(sample('PatientRegistered'), placed(1));
  const projector = await project();
  await append(
    sample('PatientRegistered'),
    placed(2),
    sample('BookingCancelled', { bookingId: sampleId(4, 2) }),
  );
  await untilAnnounced(3);
  expect(projector.ready()).toBe(true);
  expect(await rowsOf(database, 'read', bookings)).toMatchObject([
    { status: 'confirmed' },
    { status: 'cancelled' },
  ]);
  expect(announced.map(({ type }) => type)).toEqual(['BookingPlaced', 'BookingPlaced', 'BookingCancelled']);
  expect(announced[0]?.ids).toMatchObject({ bookingId: sampleId(4, 1) });
  expect(JSON.stringify(announced)).not.toContain('Carla');
  await projector.stop();

  const again = await project();
  await append(placed(3));
  await untilAnnounced(4);
  expect(announced).toHaveLength(4);
  await again.stop();
  await close();
});

test('notices the bus refuses are announced later, in order, and delay no row', async () => {
  const { append, project, close, database } = await setUp();
  const announced: Notice[] = [];
  let refusals = 2;
  const bell = new EventEmitter();
  const bus = {
    publish: async (notices: readonly Notice[]) => {
      if (refusals > 0) {
        refusals -= 1;
        throw new Error('the bus is down');
      }
      announced.push(...notices);
      bell.emit('notice');
    },
  };
  const projector = await project({ bus });
  await append(placed(1), placed(2), placed(3));
  while (announced.length < 3) await once(bell, 'notice');
  expect(announced.map(({ position }) => Number(position))).toEqual([1, 2, 3]);
  expect(await rowsOf(database, 'read', bookings)).toHaveLength(3);
  await projector.stop();
  await close();
});

test('a failing handler skips nothing: the projector is not ready until the batch succeeds', async () => {
  const { append, project, untilAnnounced, database, close } = await setUp();
  let broken = true;
  const failed = new EventEmitter();
  const [first, ...others] = projections;
  const flaky = {
    name: 'flaky',
    version: 1,
    tables: [],
    on: {
      BookingPlaced: () => {
        if (broken) throw new Error('broken');
      },
    },
  };
  const log = { ...silent, error: () => failed.emit('logged') } as unknown as typeof silent;
  const projector = await project({ log, projections: [first!, ...others, flaky] });
  const logged = once(failed, 'logged');
  await append(placed(1));
  await logged;
  expect(projector.ready()).toBe(false);
  expect(await rowsOf(database, 'read', bookings)).toEqual([]);
  broken = false;
  await untilAnnounced(1);
  expect(projector.ready()).toBe(true);
  expect(await rowsOf(database, 'read', bookings)).toHaveLength(1);
  await projector.stop();
  await close();
});

const snapshot = async (database: Parameters<typeof rowsOf>[0]) => {
  const tables = projections.flatMap((projection) => projection.tables);
  return Promise.all(tables.map((table) => rowsOf(database, 'read', table)));
};

test('dropping the read models and replaying gives identical rows and announces nothing', async () => {
  const { append, project, announced, untilAnnounced, database, store, close } = await setUp();
  const projector = await project();
  await append(
    sample('ProSignedUp'),
    sample('ClinicOpened'),
    sample('ClinicServiceAdded'),
    sample('CollaboratorInvited'),
    sample('AvailabilityAdded'),
    sample('HubServiceOffered'),
    sample('PatientRegistered'),
    placed(1),
    placed(2),
    placed(3),
    sample('PatientUpdated'),
    sample('BookingMoved', { bookingId: sampleId(4, 1) }),
    sample('BookingCancelled', { bookingId: sampleId(4, 3) }),
  );
  // Announced: the collaborator, three bookings, the outcome of two of them, and the patient.
  await untilAnnounced(7);
  await projector.stop();
  const before = await snapshot(database);
  expect(before.flat().length).toBeGreaterThan(9);

  await database.pool.query('drop schema read cascade');
  const restarted = await project();
  await append(placed(4));
  await untilAnnounced(8);
  await restarted.stop();
  expect(announced).toHaveLength(8);

  const grown = await snapshot(database);
  const progress: number[] = [];
  const events = await rebuild({
    store,
    database,
    log: silent,
    onProgress: (step) => progress.push(step.events),
  });
  expect(events).toBe(14);
  expect(progress.at(-1)).toBe(14);
  expect(await snapshot(database)).toEqual(grown);
  expect(announced).toHaveLength(8);
  await close();
});

test('a projection of a higher version is rebuilt at start, and the live projector survives a rebuild beside it', async () => {
  const { append, project, untilAnnounced, database, store, close } = await setUp();
  const first = await project();
  await append(placed(1));
  await untilAnnounced(1);
  await first.stop();
  await database.pool.query(`update read.bookings set status = 'wrong'`);

  const raised = projections.map((one) => ({ ...one, version: one.version + 1 }));
  const second = await project({ projections: raised });
  expect(await rowsOf(database, 'read', bookings)).toMatchObject([{ status: 'confirmed' }]);

  await rebuild({ store, database, log: silent, projections: raised });
  await append(placed(2));
  await untilAnnounced(2);
  expect(await rowsOf(database, 'read', bookings)).toHaveLength(2);
  await second.stop();
  const indexes = await database.pool.query(
    `select 1 from pg_indexes where schemaname = 'read' and indexname = 'bookings_by_clinic'`,
  );
  expect(indexes.rowCount).toBe(1);
  await close();
});
