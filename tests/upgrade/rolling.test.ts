import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { bookingsOf, doubleBookings } from '@visita/command-service/testing/live-bookings';
import { bookingOf, openPractice } from '@visita/command-service/testing/practice';
import { createWorld, pro, type World } from '@visita/command-service/testing/world';
import { verifyAgendas } from '@visita/operator/verify/agendas';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { connectDatabase } from '@visita/platform/postgres/connect';
import { isUpdateComplete } from '@visita/platform/postgres/generation';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, it, onTestFinished } from 'vitest';

/** Exports of a bundle that `record-code.ts` makes. */
type Code = {
  readonly createWorld: (store: EventStore) => Pick<World, 'call'>;
  readonly createPostgresEventStore: typeof createPostgresEventStore;
  readonly connectDatabase: typeof connectDatabase;
};

const today: Code = { createWorld, createPostgresEventStore, connectDatabase };

const recorded = join(import.meta.dirname, 'code');
const releases = (await readdir(recorded)).map((file) => file.replace('.mjs.gz', ''));

/** Loads the commands of a release, with the packages of today. */
const loadCode = async (release: string): Promise<Code> => {
  const directory = join(import.meta.dirname, '../../var');
  await mkdir(directory, { recursive: true });
  const own = await mkdtemp(join(directory, 'release-'));
  onTestFinished(() => rm(own, { recursive: true }));
  const file = join(own, 'code.mjs');
  await writeFile(file, gunzipSync(await readFile(join(recorded, `${release}.mjs.gz`))));
  return (await import(pathToFileURL(file).href)) as Code;
};

const openStore = (code: Code, url: string) => {
  const database = code.connectDatabase({ url, log: silent });
  const store = code.createPostgresEventStore({ database, log: silent });
  onTestFinished(async () => {
    await store.close();
    await database.close();
  });
  return store;
};

const times = 24;
/** Half an hour each of Tuesday 24 November 2026, from 01:00 in Rome on: one agenda. */
const at = (time: number): string => {
  const minutes = 60 + (time % times) * 30;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `2026-11-24T${hours}:${rest}`;
};

it.each(releases)('sells no time twice with processes of %s and of today on one agenda', async (release) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const store = openStore(today, database.url);
  await store.ensureSchema();
  const world = createWorld(store);
  const practice = await openPractice(world);
  const old = await loadCode(release);
  // Each version runs two processes, each with its own cache and connections.
  const calls = [
    world.call,
    old.createWorld(openStore(old, database.url)).call,
    world.startProcess(openStore(today, database.url)).call,
    old.createWorld(openStore(old, database.url)).call,
  ];
  const as = pro(practice.ownerId);
  const [offer] = practice.offers;
  const refusals = new Set<unknown>();
  const all = async (asked: readonly Promise<{ answer: { data: { id: string } } }>[]) => {
    const outcomes = await Promise.allSettled(asked);
    return outcomes.map((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value.answer.data.id;
      refusals.add((outcome.reason as { code?: string }).code ?? outcome.reason);
      return null;
    });
  };
  const live = async () => {
    const bookings = [...bookingsOf(await store.readAll(beginning, 10_000)).values()];
    expect(doubleBookings(bookings, world.now().toISOString())).toEqual([]);
    return bookings.map(({ start }) => start);
  };

  // All four processes compete for every third time, and the old ones have every third time to
  // themselves.
  const place = (process: number, time: number) => {
    const who = `by${process}at${time}`;
    return calls[process]!('placeBooking', { body: bookingOf(offer, at(time), who), as, id: who });
  };
  const thirds = Array.from({ length: times / 3 }, (_, n) => n * 3);
  const wanted = thirds.flatMap((time, nth) => [
    ...calls.map((_, process) => ({ process, time })),
    { process: nth % 2 === 0 ? 1 : 3, time: time + 1 },
  ]);
  const ids = await all(wanted.map(({ process, time }) => place(process, time)));
  const placed = wanted.flatMap(({ process }, nth) => (ids[nth] ? [{ process, id: ids[nth] }] : []));
  expect(placed).toHaveLength((times / 3) * 2);
  expect(new Set(await live()).size).toBe(placed.length);

  // A process of the other version than the one that placed a booking moves it; two bookings move
  // to the same time.
  const moved = placed.map(({ id, process }, nth) => {
    const body = { date: at(Math.floor(nth / 2) * 3 + 2), hub_service_id: offer };
    return calls[(process + 1) % calls.length]!('editBooking', {
      params: { id },
      body,
      as,
      id: `moves${id}`,
    });
  });
  expect((await all(moved)).filter((id) => id !== null)).toHaveLength(times / 3);
  expect(new Set(await live()).size).toBe(placed.length);

  expect(refusals).toEqual(new Set(['slot-taken']));
  const verified = await verifyAgendas({ store, freedUpTo: await store.head() });
  expect(verified.problems).toEqual([]);
  expect(verified.bookings).toBeGreaterThanOrEqual(placed.length);
});

it.each(releases)('stores no value that processes of %s cannot read while one runs', async (release) => {
  const own = await createTestDatabase();
  onTestFinished(() => own.close());
  const database = connectDatabase({ url: own.url, log: silent });
  onTestFinished(() => database.close());
  expect(await isUpdateComplete(database.pool)).toBe(true);
  const old = (await loadCode(release)).connectDatabase({ url: own.url, log: silent });
  await old.pool.query('select 1');
  expect(await isUpdateComplete(database.pool)).toBe(false);
  await old.close();
  await expect.poll(() => isUpdateComplete(database.pool)).toBe(true);
});
