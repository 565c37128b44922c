import type { RecordedEvent } from '@visita/contracts/envelope';
import { isErased } from '@visita/contracts/event';
import type { ExportedConsent, ExportedEvent, ExportedSurvey } from '@visita/contracts/personal-data/views';
import type { EventStore } from '@visita/platform/event-store/port';

type Store = Pick<EventStore, 'readStream'>;
type Data = Readonly<Record<string, unknown>>;

/** Streams read at once. */
const atOnce = 16;

/** The events of many streams, a stream after the other. */
export async function* eventsOf(store: Store, streams: AsyncIterable<string>): AsyncGenerator<RecordedEvent> {
  let waiting: string[] = [];
  const read = async () => {
    const found = await Promise.all(waiting.map((stream) => store.readStream(stream)));
    waiting = [];
    return found.flat();
  };
  for await (const stream of streams) {
    waiting.push(stream);
    if (waiting.length === atOnce) yield* await read();
  }
  yield* await read();
}

/** An event as an export shows it, without notes that whoever asks may not read. */
export const exportedEvent = (
  event: RecordedEvent,
  showsNotes: (proId: string) => boolean,
): ExportedEvent => {
  const { stream, revision, type, metadata } = event;
  const { proNotes, ...others } = event.data as Data & { proNotes?: unknown; proId?: string };
  const hidden = proNotes === undefined || !showsNotes(others.proId ?? '');
  const data = hidden ? others : { ...others, proNotes };
  return { stream, revision, type, time: metadata.time, actor: metadata.actor, data };
};

const consentsIn = ({ type, data, metadata }: RecordedEvent): ExportedConsent[] => {
  const { termsAcceptedAt, marketingConsent, placedBy } = data as {
    termsAcceptedAt?: string;
    marketingConsent?: boolean;
    placedBy?: string;
  };
  const { time } = metadata;
  // What a pro places for a patient asks the patient nothing.
  if (type === 'BookingPlaced' && placedBy === 'pro') return [];
  const terms = termsAcceptedAt ?? (type === 'BookingPlaced' ? time : undefined);
  return [
    ...(terms === undefined ? [] : [{ to: 'terms-and-privacy' as const, given: true, time: terms }]),
    ...(marketingConsent === undefined ? [] : [{ to: 'marketing' as const, given: marketingConsent, time }]),
  ];
};

/** What somebody agreed to in these streams, in the order in which it happened. */
export const consentsOf = async (
  store: Store,
  streams: AsyncIterable<string>,
): Promise<ExportedConsent[]> => {
  const consents: ExportedConsent[] = [];
  for await (const event of eventsOf(store, streams)) consents.push(...consentsIn(event));
  return consents.toSorted((one, other) => (one.time < other.time ? -1 : 1));
};

/** The answers of surveys; those of a key that is gone are left out. */
export async function* surveyAnswers(
  store: Store,
  surveyIds: readonly string[],
): AsyncGenerator<ExportedSurvey> {
  for (const id of surveyIds) {
    const [submitted] = await store.readStream(`survey-${id}`);
    if (!submitted) continue;
    const { bookingId, rating, comment } = submitted.data as {
      bookingId: string | null;
      rating: number;
      comment: unknown;
    };
    if (isErased(comment)) continue;
    yield { id, booking_id: bookingId, time: submitted.metadata.time, rating, comment: String(comment) };
  }
}
