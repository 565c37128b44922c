import { migrate } from '@visita/platform/postgres/migrate';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createSealing } from '@visita/platform/runtime/sealing';
import { createSeals, sealMigrations } from '@visita/platform/event-store/seals';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { someEvent, someStream } from '@visita/platform/testing/events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyLog, VerifyRefused } from './log.ts';

let database: TestDatabase;
let stored: ReturnType<typeof createPostgresEventStore>;
beforeEach(async () => {
  database = await createTestDatabase();
  stored = createPostgresEventStore({ database, log: silent });
  await stored.ensureSchema();
  await migrate(database.knex, 'operator', sealMigrations);
});
afterEach(async () => {
  await stored.close();
  await database.close();
});

const append = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 100) {
    const [first, ...rest] = Array.from({ length: Math.min(100, count - at) }, () => someEvent());
    await stored.append(someStream(), 'no-stream', [first!, ...rest]);
  }
};
const verify = (changes: Partial<Parameters<typeof verifyLog>[0]> = {}) =>
  verifyLog({ stored, seals: createSeals(database.pool, () => new Date()), ...changes });
const at = (position: number): string => String(position).padStart(16, '0');
/** Changes events with full rights on the database. */
const tamper = async (statement: string): Promise<void> => {
  await database.pool.query('alter table eventstore.events disable trigger append_only');
  await database.pool.query(statement);
};

it('seals a sound log, and verifies it again', async () => {
  await append(600);
  const first = await verify();
  expect(first).toMatchObject({ position: at(600), events: 600, problems: [] });
  await append(10);
  const second = await verify({ expected: { position: first.position, hash: first.hash } });
  expect(second).toMatchObject({ position: at(610), problems: [] });
  expect(second.hash).not.toBe(first.hash);
  expect(await verify({ fromSeal: true })).toEqual({ ...second, events: 0, from: at(610) });
});

it('knows the hash at a trusted position with a seal, and reports a missing seal', async () => {
  await append(600);
  const first = await verify();
  await append(10);
  await verify();
  const from = (position: string, hash: string) => verify({ fromSeal: true, expected: { position, hash } });
  expect(await from(first.position, first.hash)).toMatchObject({ from: at(610), problems: [] });
  const zeros = '0'.repeat(64);
  expect(await from(first.position, zeros)).toMatchObject({ problems: [{ kind: 'unexpected' }] });
  expect(await from(at(0), zeros)).toMatchObject({ problems: [] });
  await expect(from(at(599), first.hash)).rejects.toThrow(VerifyRefused);
});

it('reports changed events on every run, and seals nothing then', async () => {
  await append(600);
  const sound = await verify();
  await append(5);
  await tamper(`update eventstore.events set data = '{"word": "other"}' where position in (3, 300)`);
  const report = await verify();
  expect(report.problems).toEqual([
    { kind: 'changed', after: at(0), upTo: at(256), positions: [at(3)] },
    { kind: 'changed', after: at(256), upTo: at(512), positions: [at(300)] },
  ]);
  expect(await verify()).toEqual(report);
  expect(await verify({ expected: { position: at(600), hash: sound.hash } })).toMatchObject({
    problems: [{}, {}, { kind: 'unexpected', position: at(600), hash: sound.hash }],
  });
  // Events after the newest seal were never verified.
  expect(await verify({ fromSeal: true })).toMatchObject({ events: 5, problems: [] });
});

it.each([
  ['who did it', `metadata = jsonb_set(metadata, '{actor}', '"anonymous"')`],
  ['when', `metadata = jsonb_set(metadata, '{time}', '"2020-01-01T00:00:00.000Z"')`],
  ['the type', `type = 'Another'`],
  ['the version', 'schema_version = 2'],
  ['the stream', `stream_id = 'another'`],
  ['the id', 'event_id = gen_random_uuid()'],
])('detects that %s was changed', async (_what, change) => {
  await append(20);
  await verify();
  await tamper(`update eventstore.events set ${change} where position = 7`);
  expect((await verify()).problems).toMatchObject([{ kind: 'changed', positions: [at(7)] }]);
});

it('detects missing events: in between, before a seal, at the end', async () => {
  await append(300);
  await verify();
  await tamper('delete from eventstore.events where position in (10, 256)');
  expect((await verify()).problems).toEqual([
    { kind: 'changed', after: at(0), upTo: at(256), positions: [] },
    { kind: 'hole', after: at(9), before: at(11) },
    { kind: 'hole', after: at(255), before: at(257) },
  ]);
  await tamper('delete from eventstore.events where position > 290');
  expect((await verify()).problems).toContainEqual({ kind: 'cut-off', sealed: at(300), head: at(290) });
});

it('detects changes since a seal made by the product', async () => {
  const now = () => new Date();
  const sealing = createSealing({ stored, database, log: silent, now, patience: 0, breath: 0 });
  await append(300);
  await sealing.poll();
  await sealing.poll();
  await tamper(`update eventstore.events set data = '{"word": "other"}' where position in (3, 299)`);
  // Later events are sealed as usual, so only the changes are reported.
  await append(10);
  await sealing.poll();
  expect((await verify()).problems).toEqual([
    { kind: 'changed', after: at(0), upTo: at(256), positions: [at(3)] },
    { kind: 'changed', after: at(256), upTo: at(300), positions: [at(299)] },
  ]);
});

it('seals nothing twice while the product seals too', async () => {
  const seals = createSeals(database.pool, () => new Date());
  const sealing = createSealing({ stored, database, log: silent, now: () => new Date(), patience: 0 });
  await append(3);
  const meanwhile = {
    ...seals,
    all: async () => {
      const known = await seals.all();
      await append(2);
      await sealing.poll();
      await append(2);
      return known;
    },
  };
  expect(await verify({ seals: meanwhile })).toMatchObject({ position: at(7), problems: [] });
  expect(await verify()).toMatchObject({ position: at(7), problems: [] });
  expect((await seals.all()).map(({ position }) => position)).toEqual([at(5), at(7)]);
});
