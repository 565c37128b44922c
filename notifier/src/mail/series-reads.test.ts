import { sample, sampleId } from '@visita/contracts/samples';
import { deriveId, seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { createMailReads } from './reads.ts';

const seriesId = sampleId(10);
const changeId = sampleId(10, 2);
const visit = (nth: number) => seriesVisitIdOf(seriesId, nth);

/** Reads a series of three, the second of which was not placed, while the read models hold some of its visits. */
const readWhile = async (held: readonly string[], events: readonly object[], change?: string) => {
  const store = createMemoryEventStore();
  const [id, time] = [deriveId('cause'), '2026-11-20T09:00:00.000Z'];
  const metadata = { correlationId: id, causationId: id, actor: 'anonymous', time } as const;
  const planned = [sample('SeriesPlanned'), sample('SeriesVisitNotPlaced', { nth: 2 }), ...events] as const;
  for (const [index, event] of planned.entries())
    await store.append(`series-${seriesId}`, 'any', [
      { ...(event as (typeof planned)[0]), id: deriveId(String(index)), metadata },
    ]);
  const query = async (asked: string | { values: string[] }, values?: string[]) => {
    const [bookingId = ''] = typeof asked === 'string' ? (values ?? []) : asked.values;
    return { rows: held.includes(bookingId) ? [{ sequence: 0 }] : [] };
  };
  const found = await createMailReads({ query } as never, store).series(seriesId, change);
  return found?.map(({ bookingId }) => bookingId);
};

const placed = sample('SeriesPlaced');
const changed = sample('SeriesChanged', { changeId, changed: [3, 1] });

it('has all visits of a series that were placed, or is not readable yet', async () => {
  expect(await readWhile([visit(1), visit(3)], [placed])).toEqual([visit(1), visit(3)]);
  expect(await readWhile([visit(1)], [placed])).toBeUndefined();
  expect(await readWhile([visit(1), visit(3)], [placed, changed], changeId)).toEqual([visit(1), visit(3)]);
  expect(await readWhile([visit(3)], [placed, changed], changeId)).toBeUndefined();
});

it('has the visits placed so far while a series is placed, for a corrected email', async () => {
  expect(await readWhile([visit(1)], [])).toEqual([visit(1)]);
});
