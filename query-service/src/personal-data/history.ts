import type { RecordedEvent } from '@visita/contracts/envelope';
import type { BookingDetails } from '@visita/contracts/booking/events';
import { fieldsOf, isErased } from '@visita/contracts/event';
import { isEvent } from '@visita/contracts/events';
import type { ExportedConsent, ExportedEvent, ExportedSurvey } from '@visita/contracts/personal-data/views';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Holder } from './held-bookings.ts';

type Store = Pick<EventStore, 'readStream'>;

/** Streams read concurrently. */
const atOnce = 16;

/** Events per stream in the first read. */
const beginning = 50;

/**
 * Yields the events of many streams, one stream after the other, with at most a page of a long one in memory.
 */
export async function* eventsOf(store: Store, streams: readonly string[]): AsyncGenerator<RecordedEvent> {
  for (let from = 0; from < streams.length; from += atOnce) {
    const group = streams.slice(from, from + atOnce);
    const found = await Promise.all(group.map((stream) => store.readStream(stream, 0, beginning)));
    for (const [index, events] of found.entries()) {
      yield* events;
      if (events.length < beginning) continue;
      for await (const page of pagesOfStream(store, group[index]!, beginning)) yield* page;
    }
  }
}

/**
 * Returns whether an event belongs to this holder's time with a booking: another pro may have the
 * booking before or after.
 */
export const isOf = (event: RecordedEvent, { kind, ids }: Holder): boolean => {
  const fields = fieldsOf(event);
  // One stream holds all duplicates of a pro.
  if (event.stream.startsWith('duplicates-') && kind === 'patient')
    return ids.some((id) => Object.values(fields).includes(id));
  if (!event.stream.startsWith('booking-')) return true;
  const { proId, patientId, contactId } = fields;
  // The contact person, if there is one, owns the contact data.
  const ownerId = kind === 'pro' ? proId : (contactId ?? patientId);
  return ownerId === undefined || ids.some((id) => id === ownerId);
};

export const exportedEvent = (event: RecordedEvent): ExportedEvent => {
  const { stream, revision, type, metadata } = event;
  return { stream, revision, type, time: metadata.time, actor: metadata.actor, data: fieldsOf(event) };
};

/** Lists the notice that staff gave to a patient, and the consent to marketing that staff asked for. */
const atDesk = (
  { notice, marketingConsent }: Pick<BookingDetails, 'notice'> & { marketingConsent?: boolean | undefined },
  time: string,
): ExportedConsent[] => [
  ...(notice ? [{ to: 'privacy-notice' as const, given: true, time, text: notice }] : []),
  ...(marketingConsent === undefined
    ? []
    : [{ to: 'marketing' as const, given: marketingConsent, time, text: null }]),
];

const consentsIn = (event: RecordedEvent): ExportedConsent[] => {
  const { type, metadata } = event;
  const { termsAcceptedAt, marketingConsent, placedBy } = fieldsOf(event);
  const { time } = metadata;
  if (isEvent(event, 'PatientRegistered')) return atDesk(event.data, time);
  // Without the patient's consent, a booking by staff says nothing about it.
  if (isEvent(event, 'BookingPlaced') && placedBy === 'pro') {
    const { notice, marketingConsent: given } = event.data;
    return atDesk({ notice, marketingConsent: given || undefined }, time);
  }
  const byBooking = type === 'BookingPlaced' ? time : undefined;
  const text = isEvent(event, 'BookingPlaced') ? (event.data.consent ?? null) : null;
  const terms = typeof termsAcceptedAt === 'string' ? termsAcceptedAt : byBooking;
  return [
    ...(terms === undefined ? [] : [{ to: 'terms-and-privacy' as const, given: true, time: terms, text }]),
    ...(typeof marketingConsent === 'boolean'
      ? [{ to: 'marketing' as const, given: marketingConsent, time, text: null }]
      : []),
  ];
};

/** Lists consents in chronological order. */
export const consentsOf = async (events: AsyncIterable<RecordedEvent>): Promise<ExportedConsent[]> => {
  const consents: ExportedConsent[] = [];
  for await (const event of events) consents.push(...consentsIn(event));
  return consents.toSorted((one, other) => (one.time < other.time ? -1 : 1));
};

/** Yields the answers of surveys, except those whose key is destroyed. */
export async function* surveyAnswers(
  store: Store,
  surveyIds: readonly string[],
): AsyncGenerator<ExportedSurvey> {
  for (const id of surveyIds) {
    const [submitted] = await store.readStream(`survey-${id}`);
    if (!submitted || !isEvent(submitted, 'SurveySubmitted')) continue;
    const { bookingId, rating, comment } = submitted.data;
    if (isErased(comment)) continue;
    yield { id, booking_id: bookingId, time: submitted.metadata.time, rating, comment };
  }
}
