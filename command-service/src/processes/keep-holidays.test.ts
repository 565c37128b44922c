import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { migrate } from '@visita/platform/postgres/migrate';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandMigrations } from '../migrations.ts';
import { openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { createHolidayClinics, createHolidayPlanning, rememberHolidays } from './keep-holidays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterAll(() => database.close());

const day = 24 * 60;

/** A clinic that closes on Italy's holidays, its planning process, and the index from its events. */
const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const params = { id: practice.clinicId };
  const clinics = createHolidayClinics(database.knex);
  const { on } = rememberHolidays(clinics);
  const index = async () => {
    for (const event of await world.store.readAll(beginning, 10_000)) {
      const actor = 'process:remember-holidays' as const;
      const time = world.now().toISOString();
      const cause = { id: deriveId(event.id), correlationId: event.id, actor, time };
      await reactionTo(on, event.type)?.(event, cause);
    }
  };
  const choose = (country: string | null) =>
    world.call('setHolidays', { params, body: { country, region: null, language: 'it' }, as });
  const planning = createHolidayPlanning({ domain: world.domain, clinics, now: world.now, log: silent });
  const planned = async () => {
    const { state } = await world.domain.clinics.load(practice.clinicId);
    return state.status === 'none' ? [] : state.closings.map(({ holiday }) => holiday);
  };
  return { world, practice, index, choose, planning, planned };
};

it('plans once a day the holidays that came within twelve months, each once', async () => {
  const { world, index, choose, planning, planned } = await scene();
  await choose('IT');
  await index();
  expect(await planning.poll()).toBe(0);
  expect(await planned()).not.toContain('2027-12-08');

  world.advance(30 * day);
  expect(await planning.poll()).toBe(1);
  const days = await planned();
  expect(days.filter((date) => date === '2027-12-08')).toHaveLength(1);
  expect(await planning.poll()).toBe(0);
  world.advance(day);
  expect(await planning.poll()).toBe(1);
  expect(await planned()).toEqual(days);
  await choose(null);
  await index();
});

it('plans nothing for a clinic that gave them up or is archived', async () => {
  const { world, practice, index, choose, planning, planned } = await scene();
  await choose('IT');
  await index();
  await choose(null);
  world.advance(30 * day);
  // The index is outdated, so the clinic's stream decides.
  expect(await planning.poll()).toBe(1);
  expect((await planned()).filter((date) => date && date > '2026-12-20')).toEqual([]);
  await choose('IT');
  const as = pro(practice.ownerId);
  await world.call('updateClinic', { params: { id: practice.clinicId }, body: { status: 'archived' }, as });
  await index();
  world.advance(30 * day);
  expect(await planning.poll()).toBe(0);
});
