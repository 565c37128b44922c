import { isSettled } from '@visita/contracts/booking/attendance-rules';
import { bookingEvents } from '@visita/contracts/booking/events';
import type { ManagedBooking } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { step, takeSteps } from '@visita/platform/runtime/commit';
import { type HubAtClinic, loadHub } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from '../pro/state.ts';
import { fullName } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { intervalOf, loadBookable, requireOffered } from './bookable.ts';
import type { PlacedBooking } from './decider.ts';
import { requireLinksLast } from './links.ts';
import { calendarFile } from './calendar-file.ts';
import { moveBooking } from './move.ts';
import { leavingSteps } from './reserve.ts';

const isGone = ({ status }: PlacedBooking): boolean => status === 'cancelled' || status === 'lapsed';

const hasTimes = ({ clinic, member }: HubAtClinic): boolean =>
  clinic.status === 'active' && clinic.onlineBooking && member.status === 'active';

/** Hours before the start up to which the patient may change it. Nobody waits where the professional's account is gone. */
const noticeOf = (pro: ProAccount | null): number => pro?.options.manageNoticeHours ?? 0;

const changeableUntil = ({ start }: PlacedBooking, pro: ProAccount | null): string =>
  new Date(Date.parse(start) - noticeOf(pro) * 3_600_000).toISOString();

type Deps = Pick<Dependencies, 'domain' | 'zones' | 'bookingTokens' | 'uidHost' | 'publicOrigin'>;

/** The booking that the caller's token names, as long as its links last. */
const ownBooking = async ({ domain }: Deps, caller: Caller, at: Date): Promise<PlacedBooking> => {
  if (caller.kind !== 'booking') throw new Rejection('token-invalid');
  const { state } = await domain.bookings.load(caller.bookingId);
  if (state.status === 'none') throw new Rejection('not-found');
  requireLinksLast(state, at);
  return state;
};

/** Who treats; null where the account was deleted, which leaves the patient an orphan to see and cancel. */
const treating = async ({ domain }: Deps, { proId }: PlacedBooking): Promise<ProAccount | null> => {
  const { state } = await domain.pros.load(proId);
  return state.status === 'registered' ? state : null;
};

const requireChangeable = async (deps: Deps, booking: PlacedBooking, at: Date): Promise<void> => {
  if (isGone(booking)) throw new Rejection('booking-not-active');
  if (at.toISOString() > changeableUntil(booking, await treating(deps, booking))) {
    throw new Rejection('notice-limit');
  }
};

const view = async (deps: Deps, booking: PlacedBooking, at: Date): Promise<ManagedBooking> => {
  const [place, pro] = await Promise.all([loadHub(deps.domain, booking.hubId), treating(deps, booking)]);
  const { name, address, city, phone = '', email = '' } = place.clinic.details;
  const professional = pro === null ? name : fullName(pro);
  const zone = deps.zones(booking.timezone);
  const until = changeableUntil(booking, pro);
  const changeable = !isGone(booking) && !isSettled(booking.attendance) && at.toISOString() <= until;
  return {
    status: booking.status,
    date: zone.offsetIso(booking.start),
    ending_date: zone.offsetIso(booking.end),
    timezone: booking.timezone,
    service: booking.service.serviceName,
    duration: booking.service.duration,
    hub_service_id: booking.service.hubServiceId,
    clinic_id: booking.clinicId,
    clinic_name: name,
    clinic_address: `${address}, ${city}`,
    clinic_phone: phone,
    clinic_email: email,
    professional,
    changeable_until: zone.offsetIso(until),
    notice_hours: noticeOf(pro),
    can_cancel: changeable,
    can_move: changeable && booking.status === 'confirmed' && hasTimes(place),
    language: booking.language,
    calendar_file: await calendarFile(deps, booking, { clinic: place.clinic.details, professional, at }),
  };
};

const getManagedBooking: Command<'getManagedBooking'> = async ({ caller }, { at }, deps) => ({
  message: 'Booking',
  data: await view(deps, await ownBooking(deps, caller, at), at),
});

const moveManagedBooking: Command<'moveManagedBooking'> = async ({ body, caller }, work, deps) => {
  const { at, now, cause } = work;
  const booking = await ownBooking(deps, caller, at);
  const { service } = booking;
  const bookable = await loadBookable(deps, service.hubServiceId, ({ clinic }) => {
    if (!clinic.onlineBooking) throw new Rejection('slot-not-offered');
  });
  const interval = intervalOf(bookable, body.date);
  // Sent again after its answer was lost: the booking is there already.
  if (booking.status === 'confirmed' && booking.start === interval.start) {
    await takeSteps(leavingSteps(deps.domain, booking), cause);
    return { message: 'Booking updated', data: await view(deps, booking, at) };
  }
  await requireChangeable(deps, booking, at);
  requireOffered(bookable, interval, now);
  const moved = await moveBooking(
    deps,
    { booking, bookable, interval, by: 'patient', placing: 'online' },
    work,
  );
  return { message: 'Booking updated', data: await view(deps, moved, at) };
};

const cancelManagedBooking: Command<'cancelManagedBooking'> = async ({ caller }, { at, commit }, deps) => {
  const booking = await ownBooking(deps, caller, at);
  if (booking.status !== 'cancelled') await requireChangeable(deps, booking, at);
  const { state } = await commit({
    decide: step(deps.domain.bookings, booking.bookingId, { type: 'cancel', by: 'patient' }),
    after: (cancelled) => leavingSteps(deps.domain, cancelled),
  });
  if (state.status === 'none') throw new Rejection('not-found');
  return { message: 'Booking deleted', data: await view(deps, state, at) };
};

/** What the holder of a link adds to one booking less often than other things, and how often a day: each mails the professional. */
export const addedByLink: ReadonlyMap<string, number> = new Map([[bookingEvents.BookingMoved.type, 20]]);

/** What a patient may do by the link in their mails: see, move and cancel one booking. */
export const manageHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return {
    getManagedBooking: handle(getManagedBooking),
    moveManagedBooking: handle(moveManagedBooking),
    cancelManagedBooking: handle(cancelManagedBooking),
  } satisfies Handlers;
};
