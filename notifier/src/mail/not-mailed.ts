import type { BookingEvent, UnmailedReason } from '@visita/contracts/booking/events';
import type { MailJob } from '@visita/contracts/jobs';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';

type Ids = Omit<Extract<BookingEvent, { type: 'BookingNotMailed' }>['data'], 'reason'>;
type State = { readonly ids: Ids; readonly recorded: boolean } | null;

/** Folds a booking to its patient and whether a missing mail is already recorded. */
const bookings: Decider<State, BookingEvent, UnmailedReason> = {
  stream: (id) => `booking-${id}`,
  initialState: null,
  evolve: (state, { type, data }) => {
    if (type === 'ReservationAbandoned') return state;
    const { bookingId, proId, clinicId, hubId, patientId } = data;
    const isRecorded = type === 'BookingNotMailed' || (state?.recorded === true && type !== 'BookingMoved');
    // After an erasure, a cancellation or an expiry, staff need not inform the patient.
    if (type === 'BookingPatientErased' || type === 'BookingCancelled' || type === 'BookingLapsed')
      return null;
    return { ids: { bookingId, proId, clinicId, hubId, patientId }, recorded: isRecorded };
  },
  decide: (reason, state) => {
    if (state === null || state.recorded) return [];
    return [{ type: 'BookingNotMailed', data: { ...state.ids, reason } }];
  },
};

/** Mails that a pro expects the patient to have read. */
const news: ReadonlySet<MailJob['template']> = new Set([
  'booked-by-pro',
  'confirmed',
  'moved',
  'reminder',
  'planned-reminder',
]);

type Deps = { store: EventStore; now: () => Date; tracer?: Tracer | undefined };

/** Records in the booking's stream that a mail was not sent, so that staff tell the patient. */
export const createNotMailed = ({ store, now, tracer = untraced }: Deps) => {
  const streams = createStreams(store, bookings, { tracer });
  return async ({ template, about, eventId }: MailJob, reason: UnmailedReason): Promise<void> => {
    if (!news.has(template)) return;
    const id = deriveId(eventId, template, 'not mailed');
    const cause = { id, correlationId: eventId, actor: 'process:mail', time: now().toISOString() } as const;
    await streams.execute(about, reason, cause);
  };
};
