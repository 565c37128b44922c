import { overlap } from '@visita/contracts/agenda/occupied';
import { professionalResource } from '@visita/contracts/agenda/resources';
import type { Zone } from '@visita/contracts/availability/zones';
import type { BookingView } from '@visita/contracts/booking/views';
import type { Dependencies } from '../dependencies.ts';
import type { BookingState, PlacedBooking } from './decider.ts';
import { agendaId } from './reserve.ts';
import { bookingView } from './view.ts';

type Deps = Pick<Dependencies, 'domain' | 'zones' | 'now'>;

const dayMs = 86_400_000;
/** Maximum number of days for which bookings are listed; a closing may be longer. */
const daysListed = 366;

const daysBetween = (start: string, end: string): string[] => {
  const days: string[] = [];
  const last = Math.min(Date.parse(end), Date.parse(start) + daysListed * dayMs);
  for (let at = Date.parse(start.slice(0, 10)); at < last; at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
};

/** Returns whether a booking is confirmed or can still be confirmed. */
const isLive = (booking: BookingState, now: string): booking is PlacedBooking =>
  booking.status === 'confirmed' ||
  (booking.status === 'pending' && booking.confirmBy !== null && booking.confirmBy > now);

const viewsOf = (deps: Deps, bookings: readonly PlacedBooking[], viewerId: string) => {
  const sorted = bookings.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  return Promise.all(sorted.map((booking) => bookingView(deps, booking, { viewerId })));
};

/** Finds future bookings of a clinic; some may be past or cancelled. */
export type BookingsToCome = {
  readonly ahead: { at(place: { readonly clinicId: string }): Promise<readonly string[]> };
};

/** Returns the future bookings of a clinic with a local time that is another instant in a zone. */
export const bookingsOnOtherClock = async (
  deps: Deps & BookingsToCome,
  viewerId: string,
  { clinicId, zone }: { clinicId: string; zone: Zone },
): Promise<BookingView[]> => {
  const ids = await deps.ahead.at({ clinicId });
  const bookings = await Promise.all(ids.map((bookingId) => deps.domain.bookings.load(bookingId)));
  const now = deps.now().toISOString();
  const keepsInstant = ({ start, timezone }: PlacedBooking) =>
    zone.toInstant(deps.zones(timezone).wallOf(start)) === start;
  const other = bookings.flatMap(({ state }) =>
    isLive(state, now) && state.clinicId === clinicId && state.start > now && !keepsInstant(state)
      ? [state]
      : [],
  );
  return viewsOf(deps, other, viewerId);
};

/** Returns bookings and holds of a clinic that overlap a new closing or vacation. */
export const bookingsWithin = async (
  deps: Deps,
  viewerId: string,
  where: { proIds: readonly string[]; period: { start: string; end: string }; clinicId: string },
): Promise<BookingView[]> => {
  const { domain } = deps;
  const { proIds, period, clinicId } = where;
  const days = daysBetween(period.start, period.end);
  const agendas = await Promise.all(
    proIds
      .map(professionalResource)
      .flatMap((resourceId) => days.map((day) => domain.agendas.load(agendaId({ resourceId, day })))),
  );
  const ids = new Set(
    agendas.flatMap(({ state }) =>
      state.taken.filter((taken) => overlap(taken, period)).map((taken) => taken.bookingId),
    ),
  );
  const bookings = await Promise.all([...ids].map((bookingId) => domain.bookings.load(bookingId)));
  const now = deps.now().toISOString();
  const live = bookings.flatMap(({ state }) =>
    isLive(state, now) &&
    state.clinicId === clinicId &&
    proIds.includes(state.proId) &&
    overlap(state, period)
      ? [state]
      : [],
  );
  return viewsOf(deps, live, viewerId);
};
