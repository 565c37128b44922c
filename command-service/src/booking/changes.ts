import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { type Handlers, proOf } from '@visita/platform/http/calls';
import { loadClinic, membershipOf, requireBookingAt, runsCalendar } from '../access.ts';
import { causeOf, type Dependencies } from '../dependencies.ts';
import { registerPatient } from '../patient/register.ts';
import { fullName, loadPro } from '../pro/view.ts';
import { intervalOf, loadBookable, requireOpen } from './bookable.ts';
import type { BookingState } from './decider.ts';
import { moveBooking } from './move.ts';
import { releaseLeft } from './reserve.ts';
import { bookingView } from './view.ts';

type Placed = Exclude<BookingState, { status: 'none' }>;

/** Confirming by the mailed link, and what pros change afterwards. */
export const changeHandlers = (deps: Dependencies) => {
  const { domain, now, zones } = deps;

  const placed = async (bookingId: string): Promise<Placed> => {
    const { state } = await domain.bookings.load(bookingId);
    if (state.status === 'none') throw new Rejection('not-found');
    return state;
  };

  /** The booking for its treating professional, the owner or a manager; to others, and to who left, there is none. */
  const changeable = async (bookingId: string, proId: string): Promise<Placed> => {
    const booking = await placed(bookingId);
    const clinic = await loadClinic(domain, booking.clinicId);
    const treats = booking.proId === proId && membershipOf(clinic, proId) !== undefined;
    if (!treats && !runsCalendar(clinic, proId)) throw new Rejection('not-found');
    return booking;
  };

  const confirmBooking: Handlers['confirmBooking'] = async ({ caller, request, wrote }) => {
    if (caller.kind !== 'booking') throw new Rejection('token-invalid');
    const at = now();
    const cause = causeOf(request, at);
    const command = { type: 'confirm', now: at.toISOString() } as const;
    const { state: booking, position } = await domain.bookings.execute(caller.bookingId, command, cause);
    if (booking.status === 'none' || isErased(booking.contact)) throw new Rejection('booking-not-active');
    const { proId, contact } = booking;
    const { name, email } = contact;
    const registered = await registerPatient(domain, { ...booking, contact }, cause);
    for (const one of [position, registered.position]) if (one) wrote(one);
    const [pro, clinic] = await Promise.all([loadPro(domain, proId), loadClinic(domain, booking.clinicId)]);
    const data = {
      thankYouPage: pro.options.thankYouPageUrl,
      patientEmail: email,
      patientName: name,
      date: zones(booking.timezone).offsetIso(booking.start),
      timezone: booking.timezone,
      service: booking.service.serviceName,
      clinic_name: clinic.details.name,
      clinic_address: `${clinic.details.address}, ${clinic.details.city}`,
      professional: fullName(pro),
      language: booking.language,
    };
    return { message: 'Booking confirmed', data };
  };

  const editBooking: Handlers['editBooking'] = async ({ params, body, caller, request, wrote }) => {
    const at = now();
    const cause = causeOf(request, at);
    const { proId } = proOf(caller);
    const booking = await changeable(params.id, proId);
    const bookable = await loadBookable(deps, body.hub_service_id, (found) => {
      requireBookingAt(found, proId);
      if (found.clinic.id !== booking.clinicId) throw new Rejection('service-unknown');
    });
    const interval = intervalOf(bookable, body.date);
    requireOpen(bookable, interval, at.toISOString());
    const moved = await moveBooking(deps, { booking, bookable, interval, by: 'pro' }, { at, cause });
    if (moved.position) wrote(moved.position);
    return { message: 'Booking updated', data: await bookingView(deps, proId, moved.booking, bookable) };
  };

  const editBookingNotes: Handlers['editBookingNotes'] = async (context) => {
    const { proId } = proOf(context.caller);
    const booking = await changeable(context.params.id, proId);
    // Notes are the treating professional's alone; the clinic's owner and managers see the booking without them.
    if (booking.proId !== proId) throw new Rejection('forbidden');
    const command = { type: 'note', proNotes: context.body.pro_notes } as const;
    const noted = await domain.bookings.execute(booking.bookingId, command, causeOf(context.request, now()));
    if (noted.position) context.wrote(noted.position);
    return { message: 'Notes saved', data: null };
  };

  const deleteBooking: Handlers['deleteBooking'] = async ({ params, caller, request, wrote }) => {
    const booking = await changeable(params.id, proOf(caller).proId);
    const cause = causeOf(request, now());
    const command = { type: 'cancel', by: 'pro' } as const;
    const cancelled = await domain.bookings.execute(booking.bookingId, command, cause);
    await releaseLeft(domain, cancelled.state, cause);
    if (cancelled.position) wrote(cancelled.position);
    return { message: 'Booking deleted', data: null };
  };

  return { confirmBooking, editBooking, editBookingNotes, deleteBooking } satisfies Handlers;
};
