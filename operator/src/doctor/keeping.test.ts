import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { createRecordOperation, operatorActor } from '../record.ts';
import { lookAt } from './check.ts';
import { diskHasRoom, jobsAreDone, journalCanBeWritten, keptUp } from './keeping.ts';

const cause = {
  correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  actor: operatorActor('nora'),
} as const;

it('knows when the last backup and verify were, and what they found', async () => {
  const store = createMemoryEventStore();
  let time = new Date('2026-11-20T23:59:00.000Z');
  const now = () => time;
  const record = createRecordOperation({ store, now, cause });
  const look = (needed: boolean) => lookAt(keptUp({ store, now, needed }));
  expect(await look(false)).toMatchObject([{ state: 'off' }, { state: 'off' }]);
  expect(await look(true)).toMatchObject([{ state: 'wrong' }, { state: 'wrong' }]);
  await record({ operation: 'backup', counts: { rows: 7 } });
  await record({ operation: 'verify', counts: { problems: 0 } });
  expect(await look(true)).toMatchObject([
    { name: 'last backup', state: 'ok', detail: '2026-11-20T23:59:00.000Z' },
    { name: 'last verify', state: 'ok' },
  ]);
  time = new Date('2026-11-24T08:00:00.000Z');
  expect(await look(true)).toMatchObject([{ state: 'wrong' }, { state: 'wrong' }]);
  expect(await look(false)).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  await record({ operation: 'verify', counts: { problems: 2 } });
  expect(await look(false)).toMatchObject([{ state: 'ok' }, { state: 'wrong' }]);
});

it('asks for one day after the other, and no more than it takes', async () => {
  const store = createMemoryEventStore();
  const now = () => new Date('2026-11-20T12:00:00.000Z');
  const yesterday = () => new Date('2026-11-19T12:00:00.000Z');
  for (const operation of ['backup', 'verify'] as const)
    await createRecordOperation({ store, now: yesterday, cause })({ operation, counts: {} });
  const asked: string[] = [];
  const [backup] = keptUp({
    store: {
      readStream: (stream) => {
        asked.push(stream);
        return store.readStream(stream);
      },
    },
    now,
    needed: true,
  });
  expect(await lookAt([backup!])).toMatchObject([{ state: 'ok' }]);
  expect(asked).toEqual(['operator-2026-11-20', 'operator-2026-11-19']);
});

it('knows parked jobs', async () => {
  const counts = { waiting: 1, delayed: 0, active: 0, parked: 0, oldest: null };
  const look = async (parked: number) =>
    (await lookAt([jobsAreDone(async () => ({ counts: async () => ({ ...counts, parked }) }))]))[0];
  expect(await look(0)).toMatchObject({ state: 'ok' });
  expect(await look(1)).toMatchObject({ state: 'wrong', todo: 'Look at them with ops parked.' });
  expect(await lookAt([jobsAreDone(null)])).toMatchObject([{ state: 'off' }]);
});

it('knows a journal that can be written, and one that cannot, and makes nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-doctor-'));
  const [writable, below] = [
    join(directory, 'a', 'erasures.jsonl'),
    join(directory, 'file', 'erasures.jsonl'),
  ];
  expect(await lookAt([journalCanBeWritten(writable)])).toMatchObject([{ state: 'ok' }]);
  expect(await lookAt([diskHasRoom(join(directory, 'a'))])).toMatchObject([
    { name: 'disk', detail: expect.stringContaining('GB free') },
  ]);
  expect(await readdir(directory)).toEqual([]);
  // Below what is no directory: root, who may write everywhere, cannot either.
  await writeFile(join(directory, 'file'), '');
  expect(await lookAt([journalCanBeWritten(below)])).toMatchObject([{ state: 'wrong' }]);
  await rm(directory, { recursive: true });
});
