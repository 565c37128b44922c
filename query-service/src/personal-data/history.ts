import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf, isErased } from '@visita/contracts/event';
import { isEvent } from '@visita/contracts/events';
import type { ExportedConsent, ExportedEvent, ExportedSurvey } from '@visita/contracts/personal-data/views';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Holder } from './held-bookings.ts';

type Store = Pick<EventStore, 'readStream'>;

/** Streams read at once. */
const atOnce = 16;

/** Events of a stream that are read with those of others. */
const beginning = 50;

/** The events of many streams, a stream after the other; no more than a page of a long one is held at once. */
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

/** Whether an event is of this holder's time with a booking: another pro may have had it before, or has it since. */
export const isOf = (event: RecordedEvent, { kind, ids }: Holder): boolean => {
  const fields = fieldsOf(event);
  // All duplicates of a pro's stand in one stream.
  if (event.stream.startsWith('duplicates-') && kind === 'patient')
    return ids.some((id) => Object.values(fields).includes(id));
  if (!event.stream.startsWith('booking-')) return true;
  const { proId, patientId, contactId } = fields;
  // Who is told is somebody else than who attends, and so is whose this is.
  const whose = kind === 'pro' ? proId : (contactId ?? patientId);
  return whose === undefined || ids.some((id) => id === whose);
};

/** An event as an export shows it. */
export const exportedEvent = (event: RecordedEvent): ExportedEvent => {
  const { stream, revision, type, metadata } = event;
  return { stream, revision, type, time: metadata.time, actor: metadata.actor, data: fieldsOf(event) };
};

const consentsIn = (event: RecordedEvent): ExportedConsent[] => {
  const { type, metadata } = event;
  const { termsAcceptedAt, marketingConsent, placedBy } = fieldsOf(event);
  const { time } = metadata;
  // What a pro places for a patient asks the patient nothing.
  if (type === 'BookingPlaced' && placedBy === 'pro') return [];
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

/** What somebody agreed to, in the order in which it happened. */
export const consentsOf = async (events: AsyncIterable<RecordedEvent>): Promise<ExportedConsent[]> => {
  const consents: ExportedConsent[] = [];
  for await (const event of events) consents.push(...consentsIn(event));
  return consents.toSorted((one, other) => (one.time < other.time ? -1 : 1));
};

/** The answers of surveys; those of a key that is gone are left out. */
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
