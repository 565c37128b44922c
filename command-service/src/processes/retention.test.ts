import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { migrate } from '@visita/platform/postgres/migrate';
import { createCheckpoints } from '@visita/platform/runtime/process';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookingOf, openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { commandMigrations } from '../migrations.ts';
import { createPatientRecords } from '../patient/records.ts';
import { rememberRecords } from './remember-records.ts';
import { createRetention } from './retention.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterEach(() => database.close());

const day = 24 * 60;

/** Anna's practice, with Carla's appointment on 27 November 2026, and the retention process. */
const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const { ownerId: proId } = practice;
  const as = pro(proId);
  const records = createPatientRecords(database);
  const remember = rememberRecords({ domain: world.domain, records });
  const checkpoints = createCheckpoints(database.knex, 'command.checkpoints');
  const { domain, dependants, now, store } = world;
  /** Indexes all events several times, as after a crash. */
  const index = async () => {
    for (const event of await store.readAll(beginning, 10_000)) {
      const time = now().toISOString();
      const cause = { id: deriveId(event.id), correlationId: event.id, actor: 'process:x', time } as const;
      await reactionTo(remember.on, event.type)?.(event, cause);
    }
  };
  const retention = createRetention({
    domain,
    store,
    checkpoints,
    remember,
    records,
    dependants,
    now,
    log: silent,
  });
  const keep = (patientRetentionYears: number) =>
    world.call('updateOptions', { params: { id: proId }, body: { patientRetentionYears }, as });
  const book = async (date: string, patient?: string) =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], date, patient), as })).answer
      .patient.id;
  const register = async (name: string) => {
    const body = { name, email: null, prefix: null, phone: null };
    return (await world.call('registerPatient', { body, as })).answer.data.id;
  };
  const stateOf = async (patientId: string) => (await domain.patients.load(patientId)).state;
  const dueOf = async (patientId: string) => {
    const state = await stateOf(patientId);
    return state.status === 'registered' ? (state.leaves?.due.slice(0, 10) ?? null) : state.status;
  };
  const last = async (patientId: string) => (await store.readStream(`patient-${patientId}`)).at(-1);
  /** Runs retention the given days later. */
  const lookAfter = async (days: number) => {
    world.advance(days * day);
    await retention.poll();
  };
  return { world, as, proId, index, retention, keep, book, register, dueOf, last, lookAfter, records };
};

describe('records beyond their retention period', () => {
  it('are announced thirty days ahead, and erased then', async () => {
    const { keep, book, dueOf, lookAfter, records, proId } = await scene();
    const [carla, dora] = [await book('2026-11-27T09:00'), await book('2027-01-27T09:00', 'dora')];
    await keep(2);
    await lookAfter(0);
    expect([await dueOf(carla), await dueOf(dora)]).toEqual([null, null]);
    // 28 October 2028 is thirty days before Carla's last appointment is two years ago.
    await lookAfter(707);
    expect([await dueOf(carla), await dueOf(dora)]).toEqual([null, null]);
    await lookAfter(2);
    expect([await dueOf(carla), await dueOf(dora)]).toEqual(['2028-11-28', null]);
    await lookAfter(29);
    expect(await dueOf(carla)).toBe('2028-11-28');
    await lookAfter(1);
    expect([await dueOf(carla), await dueOf(dora)]).toEqual(['leaving', null]);
    await lookAfter(0);
    expect(await records.ofPro(proId)).toEqual([dora]);
  });

  it('are indexed in one statement, even with many uses of one patient', async () => {
    const { records, proId } = await scene();
    const patientId = deriveId('who comes often', proId);
    const visit = (month: number) => new Date(Date.UTC(2025, month, 3));
    const queries = vi.spyOn(database.pool, 'query');
    await Promise.all([3, 11, 7, 2].map((month) => records.put({ patientId, proId, at: visit(month) })));
    expect(queries).toHaveBeenCalledTimes(1);
    await records.keepFor(proId, 2);
    expect((await records.termOf(proId, [patientId]))?.expires).toEqual(new Date(Date.UTC(2027, 11, 3)));
  });

  it('are all kept until the pro sets a period, and again after it is removed', async () => {
    const { keep, book, dueOf, last, lookAfter } = await scene();
    const carla = await book('2026-11-27T09:00');
    await lookAfter(40 * 365);
    expect(await dueOf(carla)).toBeNull();
    await keep(10);
    await lookAfter(0);
    expect(await dueOf(carla)).not.toBeNull();
    await keep(0);
    await lookAfter(1);
    expect(await dueOf(carla)).toBeNull();
    expect(await last(carla)).toMatchObject({ data: { because: 'option' } });
    await lookAfter(60);
    expect(await dueOf(carla)).toBeNull();
  });

  it('of patients without bookings count from their registration', async () => {
    const { keep, register, dueOf, lookAfter } = await scene();
    const ugo = await register('Ugo Neri');
    await keep(1);
    await lookAfter(300);
    expect(await dueOf(ugo)).toBeNull();
    await lookAfter(40);
    expect(await dueOf(ugo)).not.toBeNull();
  });

  it('are kept if the patient books again, until the last moment', async () => {
    const { world, keep, book, dueOf, last, lookAfter, retention } = await scene();
    const carla = await book('2026-11-27T09:00');
    await keep(1);
    await lookAfter(365);
    expect(await dueOf(carla)).toBe('2027-12-20');
    // The appointment is not yet in the index when the record is due.
    world.advance(30 * day);
    expect(await book('2027-12-27T09:00')).toBe(carla);
    await retention.poll();
    expect(await dueOf(carla)).toBeNull();
    expect(await last(carla)).toMatchObject({ data: { because: 'needed' } });
  });

  it('are kept while the index lags far behind', async () => {
    const { world, keep, book, dueOf, lookAfter } = await scene();
    const carla = await book('2026-11-27T09:00');
    await keep(1);
    await lookAfter(365);
    for (let number = 0; number < 1_000; number += 1)
      await world.store.append(`quota-${number}`, 'no-stream', [
        {
          type: 'BookingSlugGivenUp',
          data: { proId: carla, turn: 1 },
          id: deriveId(String(number)),
          metadata: { correlationId: 'c', causationId: 'c', actor: 'process:x', time: '' },
        },
      ]);
    await lookAfter(31);
    expect(await dueOf(carla)).toBe('2027-12-20');
  });
});

describe('kept regardless of age', () => {
  const old = async () => {
    const all = await scene();
    const carla = await all.book('2026-11-27T09:00');
    await all.keep(1);
    return { ...all, carla, params: { patientId: carla } };
  };

  it.each(['setLegalHold', 'restrictPatient'] as const)(
    'is a record under %s, until it is lifted',
    async (name) => {
      const { world, as, carla, params, dueOf, lookAfter } = await old();
      const set = (on: boolean) =>
        name === 'setLegalHold'
          ? world.call(name, { params, body: { held: on, reason: 'Causa' }, as })
          : world.call(name, { params, body: { restricted: on }, as });
      await lookAfter(365);
      expect(await dueOf(carla)).toBe('2027-12-20');
      await set(true);
      expect(await dueOf(carla)).toBeNull();
      await lookAfter(31);
      expect(await dueOf(carla)).toBeNull();
      await set(false);
      await lookAfter(0);
      expect(await dueOf(carla)).toBe('2028-01-20');
      await lookAfter(30);
      expect(await dueOf(carla)).toBe('leaving');
    },
  );

  it('is the responsible person of a kept patient, as long as that one is kept', async () => {
    const { world, as, proId, carla, register, dueOf, lookAfter, index } = await old();
    world.advance(300 * day);
    const ugo = await register('Ugo Verdi');
    const body = { responsibleId: carla, relation: 'child' } as const;
    await world.call('placePatientUnder', { params: { patientId: ugo }, body, as });
    await world.dependants.put({ patientId: ugo, responsibleId: carla, proId });
    await index();
    await lookAfter(100);
    expect([await dueOf(carla), await dueOf(ugo)]).toEqual([null, null]);
    await lookAfter(250);
    expect([await dueOf(carla), await dueOf(ugo)]).not.toContain(null);
    await lookAfter(30);
    expect([await dueOf(carla), await dueOf(ugo)]).toEqual(['leaving', 'leaving']);
  });

  it('is every record of a person with one record in use', async () => {
    const { world, as, carla, book, dueOf, lookAfter } = await old();
    world.advance(300 * day);
    const other = await book('2027-10-01T09:00', 'dora');
    const body = { absorbedId: carla };
    await world.call('mergePatients', { params: { patientId: other }, body, as });
    await lookAfter(65);
    expect([await dueOf(carla), await dueOf(other)]).toEqual([null, null]);
    await lookAfter(300);
    const due = await dueOf(other);
    expect(due).not.toBeNull();
    expect(await dueOf(carla)).toBe(due);
    await lookAfter(30);
    expect([await dueOf(carla), await dueOf(other)]).toEqual(['leaving', 'leaving']);
  });
});
