import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { describe, expect, it } from 'vitest';
import { verifyAgendas } from './agendas.ts';

const agenda = { proId: sampleIds.owner, day: '2026-11-23' };
const stream = `agenda-${agenda.proId}_${agenda.day}`;
const at = (time: string): string => `2026-11-23T${time}:00.000Z`;

const reservationOf = (number: number) => sampleId(6, number);
const bookingOf = (number: number) => sampleId(4, number);
const reserved = (number: number, start: string, end: string): DomainEvent => ({
  type: 'IntervalReserved',
  data: {
    ...agenda,
    reservationId: reservationOf(number),
    bookingId: bookingOf(number),
    start: at(start),
    end: at(end),
    deadline: at('00:00'),
  },
});
const secured = (number: number): DomainEvent => ({
  type: 'IntervalSecured',
  data: { ...agenda, reservationId: reservationOf(number) },
});
const placed = (number: number, start: string, end: string): DomainEvent =>
  sample('BookingPlaced', {
    bookingId: bookingOf(number),
    reservationId: reservationOf(number),
    start: at(start),
    end: at(end),
    confirmBy: null,
  });

const streamOf = (event: DomainEvent): string => {
  const { bookingId } = event.data as { bookingId: string };
  return event.type.startsWith('Interval') ? stream : `booking-${bookingId}`;
};
const problemsOf = async (events: readonly DomainEvent[], freedUpTo = '0000000000009999') => {
  const store = createMemoryEventStore();
  for (const event of recorded(events)) {
    const { id, type, data, metadata } = event;
    await store.append(streamOf(event as DomainEvent), 'any', [{ id, type, data, metadata }]);
  }
  return (await verifyAgendas({ store, freedUpTo })).problems;
};

const one = [reserved(1, '09:00', '09:30'), placed(1, '09:00', '09:30')];
const cancelled = sample('BookingCancelled', { bookingId: bookingOf(1) });

describe('agendas', () => {
  it('are sound if each live booking holds its interval alone', async () => {
    const next = [reserved(2, '09:30', '10:00'), placed(2, '09:30', '10:00'), secured(2)];
    expect(await problemsOf([...one, ...next])).toEqual([]);
  });

  it('never hold two overlapping bookings', async () => {
    const double = [reserved(2, '09:15', '09:45'), placed(2, '09:15', '09:45')];
    expect(await problemsOf([...one, ...double])).toEqual([
      { kind: 'overlap', agenda: stream, bookings: [bookingOf(1), bookingOf(2)] },
    ]);
  });

  it('hold a secured interval only for a booking, not yet placed ones excepted', async () => {
    expect(await problemsOf([reserved(1, '09:00', '09:30')])).toEqual([]);
    expect(await problemsOf([reserved(1, '09:00', '09:30'), secured(1)])).toEqual([
      { kind: 'without-booking', agenda: stream, bookings: [bookingOf(1)] },
    ]);
  });

  it('hold every live booking at its time', async () => {
    expect(await problemsOf([placed(1, '09:00', '09:30')])).toEqual([
      { kind: 'not-held', agenda: stream, bookings: [bookingOf(1)] },
    ]);
    expect(await problemsOf([reserved(1, '10:00', '10:30'), placed(1, '09:00', '09:30')])).toEqual([
      { kind: 'elsewhere', agenda: stream, bookings: [bookingOf(1)] },
    ]);
  });

  it('release ended bookings, once the releasing process has passed their end', async () => {
    const ended = [...one, cancelled];
    expect(await problemsOf(ended, '0000000000000002')).toEqual([]);
    expect(await problemsOf(ended)).toEqual([
      { kind: 'not-freed', agenda: stream, bookings: [bookingOf(1)] },
    ]);
    const freed: DomainEvent = {
      type: 'IntervalReleased',
      data: { ...agenda, reservationId: reservationOf(1), reason: 'cancelled' },
    };
    expect(await problemsOf([...ended, freed])).toEqual([]);
  });
});
