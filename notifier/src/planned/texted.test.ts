import type { BookingEvent } from '@visita/contracts/booking/events';
import { sample, sampleId } from '@visita/contracts/samples';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { createTexted } from './texted.ts';

const placed = sample('BookingPlaced');
const { bookingId, start } = placed.data;

/** Records outcomes of a text over stored events; returns the states in the booking's stream. */
const recorded = async (before: readonly BookingEvent[], ...states: ('sent' | 'delivered' | 'failed')[]) => {
  const store = createMemoryEventStore();
  const time = '2026-11-20T09:00:00.000Z';
  const id = deriveId('before');
  const metadata = { correlationId: id, causationId: id, actor: 'anonymous', time } as const;
  for (const [index, event] of before.entries())
    await store.append(`booking-${bookingId}`, index - 1, [
      { ...event, id: deriveId('before', String(index)), metadata },
    ]);
  const texted = createTexted({ store, now: () => new Date(time) });
  for (const state of states) await texted({ id: sampleId(9, 1), state, covers: [`${bookingId}@${start}`] });
  const events = await store.readStream(`booking-${bookingId}`);
  return events.flatMap(({ type, data }) =>
    type === 'VisitTexted' ? [(data as { state: string }).state] : [],
  );
};

it('records a text once, and that it was not delivered', async () => {
  expect(await recorded([placed], 'sent', 'delivered', 'delivered')).toEqual(['sent']);
  expect(await recorded([placed], 'sent', 'failed', 'failed')).toEqual(['sent', 'failed']);
});

it('records nothing for a visit that has moved since', async () => {
  expect(await recorded([placed, sample('BookingMoved')], 'sent')).toEqual([]);
});
