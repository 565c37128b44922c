import { sample } from '@visita/contracts/samples';
import type { MailJob } from '@visita/contracts/jobs';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { BookingEvent } from '@visita/contracts/booking/events';
import { expect, it } from 'vitest';
import { createNotMailed } from './not-mailed.ts';

const placed = sample('BookingPlaced');
const { bookingId } = placed.data;

const open = async (before: readonly BookingEvent[]) => {
  const store = createMemoryEventStore();
  const stream = `booking-${bookingId}`;
  const time = '2026-11-20T09:00:00.000Z';
  const id = deriveId('before');
  const metadata = { correlationId: id, causationId: id, actor: 'anonymous', time } as const;
  for (const [index, event] of before.entries())
    await store.append(stream, index - 1, [{ ...event, id: deriveId('before', String(index)), metadata }]);
  const notMailed = createNotMailed({ store, now: () => new Date(time) });
  let asked = 0;
  const refuse = (template: MailJob['template']) =>
    notMailed({ template, about: bookingId, eventId: deriveId('event', String((asked += 1))) }, 'refused');
  const recordings = async () =>
    (await store.readStream(stream)).filter(({ type }) => type === 'BookingNotMailed').length;
  return { refuse, said: recordings };
};

it('records once per place of a booking that its patient was not mailed', async () => {
  const { refuse, said: recordings } = await open([placed]);
  await refuse('booked-by-pro');
  await refuse('reminder');
  expect(await recordings()).toBe(1);
  const moved = await open([placed, sample('BookingNotMailed'), sample('BookingMoved')]);
  await moved.refuse('moved');
  expect(await moved.said()).toBe(2);
});

it('records nothing for other mails and ended bookings', async () => {
  const { refuse, said: recordings } = await open([placed]);
  await refuse('invitation');
  await refuse('confirmation-request');
  expect(await recordings()).toBe(0);
  for (const end of [sample('BookingCancelled'), sample('BookingLapsed'), sample('BookingPatientErased')]) {
    const over = await open([placed, end]);
    await over.refuse('confirmed');
    expect(await over.said()).toBe(0);
  }
});
