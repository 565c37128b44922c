import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { createRecordOperation, operatorActor } from '../record.ts';
import { lookAt } from './check.ts';
import { diskHasSpace, jobsAreDone, journalCanBeWritten, keptUp } from './keeping.ts';

const cause = {
  correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  actor: operatorActor('nora'),
} as const;

it('reports the last backup and verification and their results', async () => {
  const store = createMemoryEventStore();
  let time = new Date('2026-11-20T23:59:00.000Z');
  const now = () => time;
  const record = createRecordOperation({ store, now, cause });
  const look = (needed: boolean) => lookAt(keptUp({ store, now, needed, scheduled: true }));
  const states = async (needed: boolean) => (await look(needed)).map(({ state }) => state);
  expect(await states(false)).toEqual(['off', 'off', 'off']);
  expect(await states(true)).toEqual(['wrong', 'wrong', 'off']);
  await record({ operation: 'backup', counts: { rows: 7 } });
  await record({ operation: 'verify', counts: { problems: 0 } });
  expect(await look(true)).toMatchObject([
    { name: 'last backup', state: 'ok', detail: '2026-11-20T23:59:00.000Z' },
    { name: 'restore drill', state: 'wrong', detail: 'none in 31 days' },
    { name: 'last verify', state: 'ok' },
  ]);
  time = new Date('2026-11-24T08:00:00.000Z');
  expect(await states(true)).toEqual(['wrong', 'wrong', 'wrong']);
  expect(await states(false)).toEqual(['ok', 'off', 'ok']);
  await record({ operation: 'verify', counts: { problems: 2 } });
  expect(await states(false)).toEqual(['ok', 'off', 'wrong']);
});

it('requires no verification of an installation from yesterday', async () => {
  const store = createMemoryEventStore();
  let time = new Date('2026-11-20T12:00:00.000Z');
  const now = () => time;
  const look = async () => (await lookAt(keptUp({ store, now, needed: true, scheduled: true }))).at(-1);
  await createRecordOperation({ store, now, cause })({ operation: 'backup', counts: {} });
  time = new Date('2026-11-22T11:59:00.000Z');
  expect(await look()).toMatchObject({ name: 'last verify', state: 'off' });
  time = new Date('2026-11-22T12:00:00.000Z');
  expect(await look()).toMatchObject({ state: 'wrong', detail: 'none in 31 days' });
});

it('reports a failed backup until one succeeds, and a failed trial restore', async () => {
  const store = createMemoryEventStore();
  let time = new Date('2026-11-20T02:30:00.000Z');
  const now = () => time;
  const record = createRecordOperation({ store, now, cause });
  const look = () => lookAt(keptUp({ store, now, needed: true, scheduled: true }));
  await record({ operation: 'backup failed', reason: 'ENOSPC' });
  expect(await look()).toMatchObject([
    { state: 'wrong', detail: expect.stringContaining('failed with ENOSPC') },
    {},
    {},
  ]);
  time = new Date('2026-11-20T03:30:00.000Z');
  await record({ operation: 'backup' });
  await record({ operation: 'restore drill', counts: { problems: 1 }, reason: 'unknown' });
  expect(await look()).toMatchObject([{ state: 'ok' }, { state: 'wrong' }, {}]);
  await record({ operation: 'restore drill', counts: { problems: 0 } });
  time = new Date('2026-11-20T04:30:00.000Z');
  await record({ operation: 'restore drill', counts: { problems: 0 } });
  expect(await look()).toMatchObject([{}, { state: 'ok' }, {}]);
});

it('requires one task per day, and only the necessary ones', async () => {
  const store = createMemoryEventStore();
  const now = () => new Date('2026-11-20T12:00:00.000Z');
  const yesterday = () => new Date('2026-11-19T12:00:00.000Z');
  for (const operation of ['backup', 'verify'])
    await createRecordOperation({ store, now: yesterday, cause })({ operation, counts: {} });
  const asked: string[] = [];
  const verify = keptUp({
    store: {
      readAll: store.readAll,
      readStream: (stream) => {
        asked.push(stream);
        return store.readStream(stream);
      },
    },
    now,
    needed: true,
    scheduled: true,
  }).at(-1);
  expect(await lookAt([verify!])).toMatchObject([{ state: 'ok' }]);
  expect(asked).toEqual(['operator-2026-11-20', 'operator-2026-11-19']);
});

it('detects parked jobs', async () => {
  const counts = { waiting: 1, delayed: 0, active: 0, parked: 0, oldest: null };
  const look = async (parked: number, delayed = 0) =>
    (await lookAt([jobsAreDone(async () => ({ counts: async () => ({ ...counts, parked, delayed }) }))]))[0];
  expect(await look(0)).toMatchObject({ state: 'ok' });
  expect(await look(0, 3)).toMatchObject({
    state: 'wrong',
    detail: expect.stringContaining('mail: 1 waiting, 3 to be retried'),
  });
  expect(await look(1)).toMatchObject({ state: 'wrong', todo: 'List them with ops parked.' });
  expect(await lookAt([jobsAreDone(null)])).toMatchObject([{ state: 'off' }]);
});

it('checks whether the journal is writable, without creating anything', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-doctor-'));
  const [writable, below] = [
    join(directory, 'a', 'erasures.jsonl'),
    join(directory, 'file', 'erasures.jsonl'),
  ];
  const lookFor = (path: string, varDirectory = directory) =>
    lookAt([journalCanBeWritten({ path, varDirectory })]);
  expect(await lookFor(writable)).toMatchObject([{ state: 'ok', detail: `${writable}, no erasures yet` }]);
  // The directory is on another disk, which the service's sandbox may hide from the product.
  expect(await lookFor(writable, join(directory, 'a', 'erasures'))).toMatchObject([
    { state: 'ok', detail: expect.stringContaining('a unit needs ReadWritePaths=') },
  ]);
  expect(await lookAt([diskHasSpace(join(directory, 'a'))])).toMatchObject([
    { name: 'disk', detail: expect.stringContaining('GB free') },
  ]);
  expect(await readdir(directory)).toEqual([]);
  // The directory is below a file, where even root cannot write.
  await writeFile(join(directory, 'file'), '');
  expect(await lookFor(below)).toMatchObject([{ state: 'wrong' }]);
  await rm(directory, { recursive: true });
});
