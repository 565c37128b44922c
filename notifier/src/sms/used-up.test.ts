import type { ProEvent } from '@visita/contracts/pro/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { createTellUsedUp } from './used-up.ts';

const { owner } = sampleIds;
const signedUp = { type: 'ProSignedUp', data: sample('ProSignedUp').data } as const;
const leaves = { type: 'ProDeletionRequested', data: { proId: owner } } as const;

/** Tells the pro at each instant, each time as a process that has just started; returns the recorded months. */
const months = async (before: readonly ProEvent[], ...instants: string[]) => {
  const store = createMemoryEventStore();
  const id = deriveId('before');
  const metadata = { correlationId: id, causationId: id, actor: 'anonymous', time: instants[0]! } as const;
  for (const [index, event] of before.entries())
    await store.append(`pro-${owner}`, index - 1, [
      { ...event, id: deriveId('before', String(index)), metadata },
    ]);
  for (const instant of instants) {
    const tell = createTellUsedUp({ store, now: () => new Date(instant) });
    await Promise.all([tell(owner, 200), tell(owner, 200)]);
  }
  const events = await store.readStream(`pro-${owner}`);
  return events.flatMap(({ type, data }) =>
    type === 'TextsUsedUp' ? [(data as { month: string }).month] : [],
  );
};

it('a professional is told once a month, also after a restart and by two processes', async () => {
  const inNovember = ['2026-11-20T09:00:00.000Z', '2026-11-30T23:59:59.000Z'];
  expect(await months([signedUp], ...inNovember, '2026-12-01T00:00:00.000Z')).toEqual(['2026-11', '2026-12']);
});

it('an account that is being deleted is not told', async () => {
  expect(await months([signedUp, leaves], '2026-11-20T09:00:00.000Z')).toEqual([]);
  expect(await months([], '2026-11-20T09:00:00.000Z')).toEqual([]);
});
