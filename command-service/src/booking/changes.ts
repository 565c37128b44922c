import { isDeepStrictEqual } from 'node:util';
import { isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { step } from '@visita/platform/runtime/commit';
import type { Handlers } from '@visita/platform/http/calls';
import { notesIn } from '@visita/read-model/booking/view';
import { versionOf } from '@visita/read-model/version';
import { loadClinic, membershipOf, requireBookingAt, runsCalendar } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { registerSteps } from '../patient/register.ts';
import { requireProven } from '../pro/proven.ts';
import { fullName, loadPro } from '../pro/view.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import { admitConfirmed } from './admit.ts';
import { type Bookable, type BookingInterval, intervalOf, loadBookable, requireOpen } from './bookable.ts';
import type { BookingState, PlacedBooking } from './decider.ts';
import { requireLinksLast } from './links.ts';
import { calendarFile } from './calendar-file.ts';
import { moveBooking } from './move.ts';
import { leavingSteps } from './reserve.ts';
import { bookingView } from './view.ts';

const placed = async (domain: Domain, bookingId: string): Promise<PlacedBooking> => {
  const { state } = await domain.bookings.load(bookingId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** The booking for its treating professional, the owner or a manager; to others, and to who left, there is none. */
export const changeable = async (
  domain: Domain,
  bookingId: string,
  proId: string,
): Promise<PlacedBooking> => {
  const booking = await placed(domain, bookingId);
  const clinic = await loadClinic(domain, booking.clinicId);
  const treats = booking.proId === proId && membershipOf(clinic, proId) !== undefined;
  if (!treats && !runsCalendar(clinic, proId)) throw new Rejection('not-found');
  await requireUnrestricted(domain, booking.patientId);
  return booking;
};

/** Confirms a held booking and registers who booked it. */
const confirm = async (
  domain: Domain,
  { bookingId }: PlacedBooking,
  { now, commit }: UnitOfWork,
): Promise<BookingState> => {
  const { state } = await commit({
    decide: step(domain.bookings, bookingId, { type: 'confirm', now }),
    after: (booking) =>
      booking.status === 'none' || isErased(booking.contact)
        ? []
        : registerSteps(domain, { ...booking, contact: booking.contact }),
  });
  return state;
};

const confirmBooking: Command<'confirmBooking'> = async ({ caller }, work, deps) => {
  const { at } = work;
  const { domain, zones, liveHolds, bookingTokens } = deps;
  if (caller.kind !== 'booking') throw new Rejection('token-invalid');
  const held = await placed(domain, caller.bookingId);
  requireLinksLast(held, at);
  const [pro, clinic] = await Promise.all([
    loadPro(domain, held.proId),
    loadClinic(domain, held.clinicId),
    // So that whoever has a record is found without asking once more.
    domain.patients.load(held.patientId),
  ]);
  await admitConfirmed(deps, { booking: held, pro }, work);
  const booking = await confirm(domain, held, work);
  await liveHolds.end(caller.bookingId);
  if (booking.status === 'none' || isErased(booking.contact)) throw new Rejection('booking-not-active');
  const { contact, told } = booking;
  const { name, email } = told && !isErased(told.contact) ? told.contact : contact;
  const professional = fullName(pro);
  const data = {
    thankYouPage: pro.options.thankYouPageUrl,
    patientEmail: email ?? '',
    patientName: name,
    date: zones(booking.timezone).offsetIso(booking.start),
    ending_date: zones(booking.timezone).offsetIso(booking.end),
    timezone: booking.timezone,
    service: booking.service.serviceName,
    clinic_name: clinic.details.name,
    clinic_address: `${clinic.details.address}, ${clinic.details.city}`,
    clinic_phone: clinic.details.phone ?? '',
    clinic_email: clinic.details.email ?? '',
    professional,
    language: booking.language,
    manage_token: bookingTokens.issue('manage', booking.bookingId),
    calendar_file: await calendarFile(deps, booking, { clinic: clinic.details, professional, at }),
  };
  return { message: 'Booking confirmed', data };
};

/** Whether an edit changes nothing, so that nobody is mailed. */
const isThere = (booking: PlacedBooking, { service }: Bookable, { start }: BookingInterval): boolean =>
  booking.status === 'confirmed' && booking.start === start && isDeepStrictEqual(booking.service, service);

const editBooking: Command<'editBooking'> = async ({ params, body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const booking = await changeable(deps.domain, params.id, proId);
  requireProven(deps, await loadPro(deps.domain, proId));
  const bookable = await loadBookable(deps, body.hub_service_id, (found) => {
    requireBookingAt(found, proId);
    if (found.clinic.id !== booking.clinicId) throw new Rejection('service-unknown');
  });
  const interval = intervalOf(bookable, body.date);
  requireOpen(bookable, interval, work.now);
  if (isThere(booking, bookable, interval)) {
    return { message: 'Booking updated', data: await bookingView(deps, booking, { viewerId: proId }) };
  }
  const moved = await moveBooking(
    deps,
    { booking, bookable, interval, by: 'pro', placing: body.anyway ? 'anyway' : 'staff' },
    work,
  );
  return {
    message: 'Booking updated',
    data: await bookingView(deps, moved, { viewerId: proId, place: bookable }),
  };
};

const storedNotes = (state: BookingState) =>
  notesIn({ pro_notes: state.status === 'none' ? null : readable(state.proNotes) });

const editBookingNotes: Command<'editBookingNotes'> = async (
  { params, body, caller },
  { replace },
  { domain },
) => {
  const { proId } = proOf(caller);
  const booking = await changeable(domain, params.id, proId);
  // Notes are the treating professional's alone; the clinic's owner and managers see the booking without them.
  if (booking.proId !== proId) throw new Rejection('forbidden');
  const { state } = await replace(domain.bookings, booking.bookingId, {
    command: { type: 'note', proNotes: body.pro_notes },
    record: storedNotes,
  });
  return { message: 'Notes saved', data: null, notes_version: versionOf(storedNotes(state)) };
};

const deleteBooking: Command<'deleteBooking'> = async ({ params, caller }, { commit }, deps) => {
  const { domain } = deps;
  const { proId } = proOf(caller);
  const booking = await changeable(domain, params.id, proId);
  requireProven(deps, await loadPro(domain, proId));
  await commit({
    decide: step(domain.bookings, booking.bookingId, { type: 'cancel', by: 'pro' }),
    after: (cancelled) => leavingSteps(domain, cancelled),
  });
  await deps.liveHolds.end(booking.bookingId);
  return { message: 'Booking deleted', data: null };
};

/** Confirming by the mailed link, and what pros change afterwards. */
export const changeHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return {
    confirmBooking: handle(confirmBooking),
    editBooking: handle(editBooking),
    editBookingNotes: handle(editBookingNotes),
    deleteBooking: handle(deleteBooking),
  } satisfies Handlers;
};
