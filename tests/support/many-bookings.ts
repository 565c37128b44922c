import { randomUUID } from 'node:crypto';
import type { BookingEvent } from '@visita/contracts/booking/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import type { EventStore } from '@visita/platform/event-store/port';

export type ManyBookings = {
  bookings: number;
  /** Epoch milliseconds of the first booking; each next one is an hour later (earlier with `back`). */
  start: number;
  back?: boolean;
  clinicId?: string;
  hubId?: string;
  proId?: string;
  /** Ids of the patients in turn; by default each booking has a new one. */
  patients?: readonly string[];
};

const hour = 3_600_000;
const callers = 32;

/** Distance in bookings of follow-up events: a confirmation soon, a move or cancellation after days. */
const later = [0, 50, 2_000];

/**
 * Appends events of many bookings, interleaved as in practice: of twenty, fifteen are confirmed by patients
 * (one of them moved, two cancelled later) and five placed by the professional.
 */
export const appendBookings = async (store: Pick<EventStore, 'append'>, options: ManyBookings) => {
  const steps = bookingLives(options).flatMap((events, index) =>
    events.map((event, revision) => ({ event, revision, at: index + (later[revision] ?? 0) })),
  );
  const left = steps.toSorted((one, other) => other.at - one.at || other.revision - one.revision);
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let step = left.pop(); step; step = left.pop()) {
        const { event, revision } = step;
        const stored = { ...event, id: randomUUID(), metadata };
        const expected = revision === 0 ? 'no-stream' : revision - 1;
        await store.append(`booking-${event.data.bookingId}`, expected, [stored]);
      }
    }),
  );
};

export const bookingLives = (options: ManyBookings): BookingEvent[][] =>
  Array.from({ length: options.bookings }, (_, index) => lifeOf(index, options));

const metadata = {
  correlationId: '00000000-0000-4000-8000-000000000001',
  causationId: '00000000-0000-4000-8000-000000000002',
  actor: 'anonymous',
  time: '2026-11-20T08:00:00.000Z',
} as const;

const lifeOf = (index: number, { start, back, ...place }: ManyBookings): BookingEvent[] => {
  const at = start + (back ? -1 : 1) * index * hour;
  const bookingId = randomUUID();
  const ids = {
    bookingId,
    clinicId: place.clinicId ?? sampleIds.clinic,
    hubId: place.hubId ?? sampleIds.ownerHub,
    proId: place.proId ?? sampleIds.owner,
    patientId: place.patients?.[index % place.patients.length] ?? randomUUID(),
  };
  const interval = (from: number) => ({
    reservationId: randomUUID(),
    start: new Date(from).toISOString(),
    end: new Date(from + hour / 2).toISOString(),
  });
  const kind = index % 20;
  const byPro = kind >= 15;
  const events: BookingEvent[] = [
    sample('BookingPlaced', {
      ...ids,
      ...interval(at),
      confirmBy: byPro ? null : '2099-01-01T00:00:00.000Z',
      contact: {
        name: `Paziente ${index}`,
        email: `patient${index}@example.com`,
        prefix: '+39',
        phone: '3331234567',
        patientNotes: 'Mi fa male da una settimana, soprattutto al mattino.',
      },
    }),
  ];
  if (!byPro) events.push(sample('BookingConfirmed', ids));
  if (kind === 0) events.push(sample('BookingMoved', { ...ids, ...interval(at + hour / 2) }));
  if (kind === 1 || kind === 2) events.push(sample('BookingCancelled', ids));
  return events;
};
