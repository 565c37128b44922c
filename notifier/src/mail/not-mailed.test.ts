import { isEvent } from '@visita/contracts/events';
import { sample } from '@visita/contracts/samples';
import type { MailJob } from '@visita/contracts/jobs';
import { beginning } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { BookingEvent } from '@visita/contracts/booking/events';
import { expect, it } from 'vitest';
import { createNotMailed } from './not-mailed.ts';
import type { SeriesVisit } from './reads.ts';

const placed = sample('BookingPlaced');
const { bookingId } = placed.data;

const time = '2026-11-20T09:00:00.000Z';
const metadata = {
  correlationId: deriveId('a'),
  causationId: deriveId('a'),
  actor: 'anonymous',
  time,
} as const;

const open = async (before: readonly BookingEvent[]) => {
  const store = createMemoryEventStore();
  const stream = `booking-${bookingId}`;
  for (const [index, event] of before.entries())
    await store.append(stream, index - 1, [{ ...event, id: deriveId('before', String(index)), metadata }]);
  const notMailed = createNotMailed({ store, reads: { series: async () => [] }, now: () => new Date(time) });
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

/** Four visits of a series: over, cancelled, and two ahead; all are read in another order. */
const seriesOf = () => {
  const visit = (nth: number, changes: object) => ({
    bookingId: deriveId('visit', String(nth)),
    booking: {
      status: 'confirmed',
      start: new Date(`2026-12-0${nth}T09:00:00.000Z`),
      email: 'a',
      ...changes,
    },
    sequence: 0,
  });
  const over = { start: new Date('2026-11-19T09:00:00.000Z') };
  const visits = [visit(4, {}), visit(1, over), visit(2, { status: 'cancelled' }), visit(3, {})];
  return visits as unknown as readonly SeriesVisit[];
};

const refuseSeries = async (template: MailJob['template'], visits: readonly SeriesVisit[]) => {
  const store = createMemoryEventStore();
  for (const { bookingId: id } of visits)
    await store.append(`booking-${id}`, 'no-stream', [
      { ...sample('BookingPlaced', { bookingId: id }), id: deriveId('placed', id), metadata },
    ]);
  const notMailed = createNotMailed({
    store,
    reads: { series: async () => visits },
    now: () => new Date(time),
  });
  const job = { template, about: deriveId('series'), eventId: deriveId('event') };
  await notMailed(job, 'refused');
  // A mail that is tried again may be refused again.
  await notMailed(job, 'refused');
  const events = await store.readAll(beginning, 100);
  return events.flatMap((event) => (isEvent(event, 'BookingNotMailed') ? [event.data] : []));
};

it.each(['series-booked', 'series-corrected', 'series-moved'] as const)(
  'records once for each visit that a mail %s was about, and says which of them gives a notice',
  async (template) => {
    const [fourth, , , third] = seriesOf();
    expect(await refuseSeries(template, seriesOf())).toMatchObject([
      { bookingId: third!.bookingId, reason: 'refused' },
      { bookingId: fourth!.bookingId, reason: 'refused', further: true },
    ]);
    expect((await refuseSeries(template, seriesOf()))[0]).not.toHaveProperty('further');
  },
);

it('records nothing if the visits of a series were cancelled, as for one visit', async () => {
  expect(await refuseSeries('series-cancelled', seriesOf())).toEqual([]);
});
