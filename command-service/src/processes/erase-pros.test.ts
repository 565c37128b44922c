import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { migrate } from '@visita/platform/postgres/migrate';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClaims } from '../claim/claims.ts';
import { createDomain } from '../domain.ts';
import { commandMigrations } from '../migrations.ts';
import { crashAt } from '../../testing/crash.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { joinPractice, openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { erasePros } from './erase-pros.ts';
import { createWorkplaces } from './workplaces.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterAll(() => database.close());

const hash = createKeyedHash(Buffer.alloc(32, 7));

/** Anna owns a clinic, Bruno works there; she deletes her account. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const bruno = await joinPractice(world, practice);
  const { ownerId } = practice;
  await world.call('deletePro', { params: { id: ownerId }, as: pro(ownerId) });
  return { world, ...practice, bruno };
};

const copyOf = async (store: EventStore): Promise<EventStore> => {
  const copy = createMemoryEventStore();
  for (const event of await store.readAll(beginning, 1000)) await copy.append(event.stream, 'any', [event]);
  return copy;
};

/** Records every action outside the events, with its subject. */
const outside = () => {
  const done = new Set<string>();
  const doing = (what: string) => async (who: string) => void done.add(`${what} ${who}`);
  const parts = {
    sessions: { endAll: doing('sessions') },
    readMarks: { remove: doing('read marks') },
    credentials: { remove: doing('password') },
    factors: { removeAll: doing('factors') },
    connections: { forgetAll: doing('connections'), forget: async () => undefined },
    feeds: { remove: doing('feed') },
    answers: { forgetPro: doing('answers') },
    left: { leave: doing('left'), clear: doing('cleared') },
    vault: { erase: doing('key') },
  };
  return { done, parts };
};

const typesOf = (events: readonly RecordedEvent[], stream: string): string[] =>
  events.filter((event) => event.stream === stream).map(({ type }) => type);

const runner = (store: EventStore, crash: ReturnType<typeof crashAt>, now: () => Date) => {
  const { done, parts } = outside();
  const processOn = (to: EventStore, given: typeof parts) => {
    const domain = createDomain(to);
    const { connections, feeds, ...others } = given;
    const calendar = { connections, feeds } as never;
    return erasePros({
      ...others,
      calendar,
      domain,
      workplaces: createWorkplaces(database.knex),
      claims: createClaims({ domain, hash }),
    });
  };
  const mortal = () =>
    processOn(crash.around(store, ['append', 'readStream']), {
      sessions: crash.around(parts.sessions, ['endAll']),
      factors: crash.around(parts.factors, ['removeAll']),
      readMarks: crash.around(parts.readMarks, ['remove']),
      credentials: crash.around(parts.credentials, ['remove']),
      connections: crash.around(parts.connections, ['forgetAll']),
      feeds: crash.around(parts.feeds, ['remove']),
      answers: crash.around(parts.answers, ['forgetPro']),
      left: crash.around(parts.left, ['leave', 'clear']),
      vault: crash.around(parts.vault, ['erase']),
    });
  const start = (dies: boolean) => (dies ? mortal() : processOn(store, parts));
  return { done, ...mortalProcess({ store, crash, now, start }) };
};

it('finishes erasing a pro after a crash at any step', async () => {
  const { world, ownerId: proId, clinicId } = await open();
  let boundary = 0;
  for (let crashed = true; crashed;) {
    boundary += 1;
    await database.knex('command.workplaces').delete();
    const store = await copyOf(world.store);
    const crash = crashAt(boundary);
    const { run, done } = runner(store, crash, world.now);
    await run();
    const metadata = {
      correlationId: 'c',
      causationId: 'c',
      actor: 'process:forget-erased',
      time: '',
    } as const;
    const event = { type: 'ProMailsDeleted', data: { proId }, id: randomUUID(), metadata };
    await store.append(`pro-${proId}`, 'any', [event]);
    await run();
    crashed = crash.crashed();

    const events = await store.readAll(beginning, 1000);
    const own = typesOf(events, `pro-${proId}`);
    expect([boundary, own.slice(own.indexOf('ProDeletionRequested'))]).toEqual([
      boundary,
      ['ProDeletionRequested', 'ProMailsDeleted', 'ProErased'],
    ]);
    const clinic = typesOf(events, `clinic-${clinicId}`);
    expect(clinic.filter((type) => type === 'ClinicArchived')).toHaveLength(1);
    expect(clinic.filter((type) => type === 'CollaboratorArchived')).toHaveLength(0);
    const whats = ['sessions', 'password', 'factors', 'connections', 'feed', 'left', 'answers', 'read marks'];
    expect(done).toEqual(new Set([...whats.map((what) => `${what} ${proId}`), `key pro-${proId}`]));
    const claims = createClaims({ domain: createDomain(store), hash });
    expect(await claims.ownerOf('email', 'anna@example.com')).toBeNull();
    expect(await claims.ownerOf('handle', 'anna')).toBeNull();
    expect(await claims.ownerOf('email', 'bruno@example.com')).not.toBeNull();
    expect(await database.knex('command.workplaces').where({ pro_id: proId })).toEqual([]);
  }
  expect(boundary).toBeGreaterThan(30);
}, 60_000);

it("ends all holdings of an account at its owner's request, and keeps the account", async () => {
  const world = createWorld();
  const { ownerId: proId, clinicId } = await openPractice(world);
  await database.knex('command.workplaces').delete();
  const about = 'holdings' as const;
  const metadata = { correlationId: 'c', causationId: 'c', actor: 'anonymous', time: '' } as const;
  const review = async (kept: boolean) => {
    const data = { proId, about, kept };
    const event = { type: 'AccountReviewed', data, id: randomUUID(), metadata } as const;
    await world.store.append(`pro-${proId}`, 'any', [event]);
  };
  await review(true);
  const crash = crashAt(10_000);
  const { run, done } = runner(world.store, crash, world.now);
  await run();
  expect(typesOf(await world.store.readAll(beginning, 1000), `clinic-${clinicId}`)).not.toContain(
    'ClinicArchived',
  );
  await review(false);
  await run();
  const events = await world.store.readAll(beginning, 1000);
  expect(typesOf(events, `clinic-${clinicId}`)).toContain('ClinicArchived');
  expect(done).toEqual(new Set([`cleared ${proId}`]));
  expect((await world.domain.pros.load(proId)).state.status).toBe('registered');
  expect(await database.knex('command.workplaces').where({ pro_id: proId })).toEqual([]);
});

it('finishes clearing an account after a crash at any step', async () => {
  const world = createWorld();
  const { ownerId: proId, clinicId } = await openPractice(world);
  const metadata = { correlationId: 'c', causationId: 'c', actor: 'anonymous', time: '' } as const;
  const data = { proId, about: 'holdings', kept: false } as const;
  const event = { type: 'AccountReviewed', data, id: randomUUID(), metadata } as const;
  await world.store.append(`pro-${proId}`, 'any', [event]);
  let boundary = 0;
  for (let crashed = true; crashed;) {
    boundary += 1;
    await database.knex('command.workplaces').delete();
    const store = await copyOf(world.store);
    const crash = crashAt(boundary);
    const { run, done } = runner(store, crash, world.now);
    await run();
    crashed = crash.crashed();
    const clinic = typesOf(await store.readAll(beginning, 1000), `clinic-${clinicId}`);
    expect([boundary, clinic.filter((type) => type === 'ClinicArchived')]).toEqual([
      boundary,
      ['ClinicArchived'],
    ]);
    expect(done).toEqual(new Set([`cleared ${proId}`]));
    expect((await createDomain(store).pros.load(proId)).state.status).toBe('registered');
    expect(await database.knex('command.workplaces').where({ pro_id: proId })).toEqual([]);
  }
  expect(boundary).toBeGreaterThan(8);
}, 60_000);
