import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf } from '@visita/contracts/event';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { beginning } from '@visita/platform/event-store/port';
import { expect, test } from 'vitest';
import { bookingsProjection } from './booking/bookings.projection.ts';
import type { Target } from './checkpoints.ts';
import { fill } from './fill.ts';

const many = 120_000;
const positionOf = (count: number): string => String(count).padStart(16, '0');
const [placed] = recorded([sample('BookingPlaced')], 0);

/** An endless log, generated while it is read, that counts the events read. */
const createLog = () => {
  const log = { read: 0 };
  const eventAt = (count: number): RecordedEvent => ({
    ...placed!,
    data: { ...fieldsOf(placed!), bookingId: sampleId(4, count) },
    position: positionOf(count),
  });
  const readAll = async (after: string, limit: number): Promise<RecordedEvent[]> => {
    const first = Number(after) + 1;
    const events = Array.from({ length: Math.max(0, Math.min(limit, many - first + 1)) }, (_, nth) =>
      eventAt(first + nth),
    );
    log.read = Math.max(log.read, first + events.length - 1);
    return events;
  };
  return { log, store: { readAll, head: async () => positionOf(many) } };
};

test('at most two batches and two pages of a log are in memory, however slow the writes', async () => {
  const { log, store } = createLog();
  const target = { projections: [bookingsProjection] } as unknown as Target;
  let ahead = 0;
  let written = 0;
  const write = async ({ changes, to }: { changes: readonly { puts: readonly unknown[] }[]; to: string }) => {
    const rows = changes.reduce((sum, { puts }) => sum + puts.length, 0);
    expect(rows).toBeLessThanOrEqual(22_000);
    // Gives the reader time to read everything it may.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    ahead = Math.max(ahead, log.read - written);
    written = Number(to);
  };
  const filled = await fill(target, { position: beginning, events: 0 }, { store, write });
  expect(filled).toEqual({ position: positionOf(many), events: many });
  expect(written).toBe(many);
  expect(ahead).toBeLessThanOrEqual(2 * 22_000 + 2 * 2_000);
});
