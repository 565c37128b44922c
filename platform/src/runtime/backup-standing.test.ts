import { expect, it } from 'vitest';
import { createMemoryEventStore } from '../../testing/memory-event-store.ts';
import type { Reading } from '../telemetry/metrics.ts';
import { createBackupFigures } from './backup-standing.ts';
import { operatorStream } from './operations.ts';

it('reports backups made by other processes, from their events', async () => {
  const store = createMemoryEventStore();
  let time = new Date('2026-11-20T02:30:00.000Z');
  const perform = (operation: string, counts = {}) =>
    store.append(operatorStream(time.toISOString()), 'any', [
      {
        id: crypto.randomUUID(),
        type: 'OperationPerformed',
        data: { operation, targets: [], counts, reason: null },
        metadata: {
          correlationId: 'c0ffee00-0000-4000-8000-000000000001',
          causationId: 'c0ffee00-0000-4000-8000-000000000001',
          actor: 'operator:timer',
          time: time.toISOString(),
        },
      },
    ]);
  const pass = (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1_000);
  };
  const looks = new Set<() => readonly Reading[] | Promise<readonly Reading[]>>();
  const collect = (look: () => readonly Reading[] | Promise<readonly Reading[]>) => {
    looks.add(look);
    return () => void looks.delete(look);
  };
  const figures = createBackupFigures({ store, now: () => time, metrics: { collect } });
  const scrape = async () => {
    const found = (await Promise.all([...looks].map(async (look) => look()))).flat();
    return Object.fromEntries(found.map(({ figure, value }) => [figure, value]));
  };
  expect(await scrape()).toEqual({});
  await figures.start();
  expect(await scrape(), 'none yet, so that its age is absent').toEqual({ backup_failing: 0 });
  await perform('backup');
  await perform('restore drill', { problems: 1 });
  pass(300);
  expect(await scrape()).toEqual({
    backup_failing: 0,
    backup_age_seconds: 300,
    restore_drill_age_seconds: 300,
    restore_drill_failed: 1,
  });
  pass(1);
  await perform('backup failed');
  expect(await scrape(), 'not looked up at every scrape').toMatchObject({
    backup_failing: 0,
    backup_age_seconds: 301,
  });
  await perform('verify', { problems: 2 });
  pass(300);
  expect(await scrape()).toMatchObject({
    backup_failing: 1,
    backup_age_seconds: 601,
    verify_problems: 2,
    verify_age_seconds: 300,
  });
  await figures.stop();
  expect(await scrape(), 'another process leads').toEqual({});
});
