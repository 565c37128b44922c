import type { BookingEvent, UnmailedReason } from '@visita/contracts/booking/events';
import type { MailJob } from '@visita/contracts/jobs';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';
import { isAboutSeries, type SeriesDeps, visitsTold } from './series-mails.ts';

type NotMailed = Extract<BookingEvent, { type: 'BookingNotMailed' }>['data'];
type Command = Pick<NotMailed, 'reason' | 'further'>;
type Ids = Omit<NotMailed, keyof Command>;
type State = { readonly ids: Ids; readonly recorded: boolean } | null;

/** Folds a booking to its patient and whether a missing mail is already recorded. */
const bookings: Decider<State, BookingEvent, Command> = {
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
  decide: (command, state) => {
    if (state === null || state.recorded) return [];
    return [{ type: 'BookingNotMailed', data: { ...state.ids, ...command } }];
  },
};

/** Mails that a pro expects the patient to have read. */
const news: ReadonlySet<MailJob['template']> = new Set([
  'booked-by-pro',
  'series-booked',
  'series-corrected',
  'series-moved',
  'confirmed',
  'corrected',
  'moved',
  'reminder',
  'planned-reminder',
]);

type Deps = SeriesDeps & { store: EventStore; tracer?: Tracer | undefined };

/** Records in the streams of a mail's bookings that it was not sent, so that staff tell the patient. */
export const createNotMailed = ({ store, reads, now, tracer = untraced }: Deps) => {
  const streams = createStreams(store, bookings, { tracer });
  return async (job: MailJob, reason: UnmailedReason): Promise<void> => {
    const { template, about, eventId } = job;
    if (!news.has(template)) return;
    const id = deriveId(eventId, template, 'not mailed');
    const cause = { id, correlationId: eventId, actor: 'process:mail', time: now().toISOString() } as const;
    const told = isAboutSeries(job) ? await visitsTold({ reads, now }, job) : [{ bookingId: about }];
    let noticed = false;
    for (const { bookingId } of told) {
      const further = noticed ? ({ further: true } as const) : {};
      const { position } = await streams.execute(bookingId, { reason, ...further }, cause);
      noticed ||= position !== null;
    }
  };
};
