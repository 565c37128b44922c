import { isGone } from '@visita/contracts/booking/status';
import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { PlacedBooking } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { BookingsAhead } from './bookings-ahead.ts';

type Looked = EventNamed<
  'BookingPlaced' | 'BookingConfirmed' | 'BookingMoved' | 'BookingCancelled' | 'BookingLapsed'
>;
type Archived = EventNamed<'CollaboratorArchived' | 'ClinicArchived'>;

/**
 * Returns why a booking has lost its clinic or professional; null if both are there. A paused hub
 * keeps its bookings.
 */
const missingPlace = async (
  { clinics }: Domain,
  { clinicId, hubId }: PlacedBooking,
  upTo: string | undefined,
) => {
  // A place archived after the state read here is handled after this event, and finds the booking in the
  // index.
  const { state: clinic } = await clinics.asOf(clinicId, upTo);
  if (clinic.status === 'none') return null;
  if (clinic.status === 'archived') return 'clinic-archived' as const;
  const member = clinic.team.find((candidate) => candidate.hubId === hubId);
  return member?.status === 'archived' ? ('hub-archived' as const) : null;
};

type Deps = { domain: Domain; ahead: BookingsAhead };
/**
 * `enough`: for an event of the booking itself, the revision that the booking must have reached.
 */
type Look = { bookingId: string; begun: string; enough?: number; cause: Cause };

/**
 * Indexes an upcoming booking and returns it; null if it has begun, has ended or was never placed.
 */
const index = async (
  { domain, ahead }: Deps,
  { bookingId, begun, enough }: Omit<Look, 'cause'>,
): Promise<PlacedBooking | null> => {
  const { state, revision } = await domain.bookings.load(bookingId, enough);
  if (state.status === 'none' || state.start <= begun) return null;
  if (isGone(state.status)) {
    await ahead.remove(bookingId);
    return null;
  }
  const { hubId, clinicId, start } = state;
  const holdUntil = state.status === 'pending' ? state.confirmBy : null;
  await ahead.put({ bookingId, hubId, clinicId, start, holdUntil, revision });
  return state;
};

const look = async (deps: Deps, { cause, ...looked }: Look): Promise<void> => {
  const { bookingId } = looked;
  const booking = await index(deps, looked);
  if (!booking || booking.status === 'orfan') return;
  const reason = await missingPlace(deps.domain, booking, cause.upTo);
  if (reason === null) return;
  const held = booking.status === 'pending';
  const command = held ? ({ type: 'cancel', by: 'system' } as const) : ({ type: 'orphan', reason } as const);
  await deps.domain.bookings.execute(bookingId, command, cause);
};

/**
 * Handles upcoming bookings of an archived hub or clinic: cancels holds, and marks confirmed
 * bookings as orphaned (without clinic or professional). Keeps an index of bookings by place. A
 * booking is indexed before its place is checked, and an archival is in its stream before the index
 * is read: whichever comes second finds the other.
 */
export const orphanBookings = (domain: Domain, ahead: BookingsAhead): Process => {
  const deps = { domain, ahead };
  const lookAtBooking = async ({ data, revision }: Looked, cause: Cause) => {
    // Past bookings are skipped when the process catches up; a later move is another event.
    if ('start' in data && data.start <= cause.time) return;
    await look(deps, { bookingId: data.bookingId, begun: cause.time, enough: revision, cause });
  };

  const lookAtAll = async (bookingIds: readonly string[], { metadata }: Archived, cause: Cause) => {
    for (const bookingId of bookingIds) await look(deps, { bookingId, begun: metadata.time, cause });
  };

  return {
    name: 'orphan-bookings',
    impersonal: true,
    on: {
      BookingPlaced: lookAtBooking,
      BookingConfirmed: lookAtBooking,
      BookingMoved: lookAtBooking,
      BookingCancelled: lookAtBooking,
      BookingLapsed: lookAtBooking,
      CollaboratorArchived: async (event, cause) =>
        lookAtAll(await ahead.at({ hubId: event.data.hubId }), event, cause),
      ClinicArchived: async (event, cause) =>
        lookAtAll(await ahead.at({ clinicId: event.data.clinicId }), event, cause),
    },
  };
};
