import { openEventStore, sourceMigrations, sourceSchema } from '@visita/platform/event-store/open';
import { kindsOfRelease, noteKinds } from '@visita/platform/event-store/known-kinds';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lookAt } from './check.ts';
import { wayBack } from './upgrade.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const steps = Object.keys(sourceMigrations);
/** Result for a last release with these migrations and event types. */
const result = async (kinds = kindsOfRelease, known: readonly string[] = steps) => {
  const check = wayBack({ pool: database.pool, now: () => new Date() }, { [sourceSchema]: known }, kinds);
  return (await lookAt([check]))[0];
};
const start = async () => {
  const config = { eventStoreUrl: null, eventStorePrefix: '' };
  await (await openEventStore({ config, database, log: silent })).close();
};

it('is unknown for a release that recorded nothing', async () => {
  expect((await result())?.detail).toMatch(/^closed by the next start.*did not record which events it knows/);
});

it("is open if the last release can read this one's events", async () => {
  await start();
  expect(await result()).toMatchObject({
    state: 'ok',
    detail: 'open; the former release can read every event of this one',
  });
});

it('is closed by a table, event type or version unknown to the last release', async () => {
  await start();
  const newer = { ...kindsOfRelease, BookingPlaced: 99, VisitPraised: 1 };
  expect(await result(newer)).toMatchObject({
    state: 'ok',
    detail:
      'open; the former release cannot read BookingPlaced of version 99, VisitPraised: the first such event closes the way back',
  });
  expect((await result(newer, [...steps, '9999_next']))?.detail).toMatch(
    /^closed by the next start, which changes tables; the former release cannot read/,
  );
});

it('is refused to a release older than the last one, until that one ran', async () => {
  await start();
  await noteKinds(database.pool, { ...kindsOfRelease, VisitPraised: 1 });
  expect(await result()).toMatchObject({
    state: 'wrong',
    detail: 'the former release is newer, and may have written VisitPraised',
  });
  await start();
  expect(await result()).toMatchObject({ state: 'ok' });
});
