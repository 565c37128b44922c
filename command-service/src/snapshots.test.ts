import { randomUUID } from 'node:crypto';
import { eventDefinitions } from '@visita/contracts/events';
import { sample, sampleId } from '@visita/contracts/samples';
import { createStreams } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commandMigrations } from './migrations.ts';
import { proDecider } from './pro/decider.ts';
import { createSnapshots } from './snapshots.ts';

const now = () => new Date('2026-11-20T09:00:00Z');
const proId = sampleId(1, 1);
const secret = 'Unmistakable';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, 'command', commandMigrations);
});
afterAll(() => database.close());

const vaultOf = () => createVault({ database, wrapKey: Buffer.alloc(32, 1), clock: now });

const counting = (store: EventStore) => {
  const read = { events: 0 };
  const counted: EventStore = {
    ...store,
    readStream: async (...asked) => {
      const events = await store.readStream(...asked);
      read.events += events.length;
      return events;
    },
  };
  return { read, counted };
};

let memory: EventStore;
let log: string[];
beforeEach(async () => {
  memory = createMemoryEventStore();
  log = [];
  await database.knex('command.snapshots').delete();
  await database.knex('vault.keys').delete();
});

/** A new process without a cache. */
const start = (store: EventStore = memory, version = 1) => {
  const vault = vaultOf();
  const { read, counted } = counting(withPersonalData(store, vault, eventDefinitions));
  const warn = (_about: unknown, text?: string) => void log.push(String(text));
  const snapshots = createSnapshots({ knex: database.knex, vault, log: { warn } as never });
  return { vault, read, pros: createStreams(counted, { ...proDecider, version }, { snapshots }) };
};

const fill = async (count: number) => {
  const vault = vaultOf();
  const store = withPersonalData(memory, vault, eventDefinitions);
  const metadata = {
    correlationId: 'c',
    causationId: 'c',
    actor: 'anonymous',
    time: now().toISOString(),
  } as const;
  const data = { proId, profile: { name: secret, lastname: 'Rossi', prefix: '+39', phone: '3331234567' } };
  const written = (n: number) => ({
    ...(n === 0 ? sample('ProSignedUp', { proId }) : sample('PersonalDataSaved', data as never)),
    id: randomUUID(),
    metadata,
  });
  for (let from = 0; from < count; from += 500) {
    const [first, ...rest] = Array.from({ length: Math.min(500, count - from) }, (_, n) => written(from + n));
    await store.append(`pro-${proId}`, from === 0 ? 'no-stream' : from - 1, [first!, ...rest]);
  }
};

const kept = async () =>
  (await database.knex('command.snapshots').select()) as { revision: string; state: Buffer }[];

const settled = async (revision: number) => {
  await expect.poll(async () => Number((await kept())[0]?.revision ?? -1)).toBe(revision);
};

it('reads a long stream from its beginning once, and from its snapshot in the next process', async () => {
  await fill(3_200);
  const first = start();
  const { state } = await first.pros.load(proId);
  await settled(2_999);
  const second = start();
  expect(await second.pros.load(proId)).toMatchObject({ state, revision: 3_199 });
  expect(second.read.events).toBeLessThan(400);
  expect(log).toEqual([]);
});

it('is read once by many concurrent callers', async () => {
  await fill(1_500);
  const { pros, read } = start();
  await Promise.all(Array.from({ length: 50 }, () => pros.load(proId)));
  // Each process reads the next hundred events; only one reads the rest.
  expect(read.events).toBeLessThan(50 * 100 + 1_600 + 100);
  await settled(999);
});

it('writes and reads no snapshot of a short stream', async () => {
  await fill(90);
  await database.knex.schema.withSchema('command').renameTable('snapshots', 'away');
  await start().pros.load(proId);
  await database.knex.schema.withSchema('command').renameTable('away', 'snapshots');
  expect(await kept()).toEqual([]);
});

it("holds nothing readable without its subjects' keys, and becomes unreadable with one of them", async () => {
  await fill(1_200);
  const { pros, vault } = start();
  await pros.load(proId);
  await settled(999);
  expect((await kept())[0]?.state.toString('latin1')).not.toContain(secret);
  await vault.erase(`pro-${proId}`);
  const { state } = await start().pros.load(proId);
  expect(JSON.stringify(state)).not.toContain(secret);
});

it('is ignored by another version of the decider, which writes its own', async () => {
  await fill(1_200);
  await start().pros.load(proId);
  await settled(999);
  await database.knex('command.snapshots').update({ revision: 500 });
  const { pros, read } = start(memory, 2);
  await pros.load(proId);
  expect(read.events).toBeGreaterThan(1_200);
  await settled(999);
});

it('is ignored if the events were restored to an earlier day', async () => {
  await fill(1_200);
  await start().pros.load(proId);
  await settled(999);
  memory = createMemoryEventStore();
  await fill(400);
  expect(await start().pros.load(proId)).toMatchObject({ revision: 399 });
});
