import { isDeepStrictEqual } from 'node:util';
import { readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { step } from '@visita/platform/runtime/commit';
import type { Handlers } from '@visita/platform/http/calls';
import { notesIn } from '@visita/read-model/booking/view';
import { versionOf } from '@visita/read-model/version';
import { loadClinic, membershipOf, requireBookingAt, runsCalendar } from '../access.ts';
import type { Domain } from '../domain.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { begin, type Reads, readOnce } from './read-once.ts';
import { handlingPhases, type PhasedCommand } from '../unit-of-work.ts';
import { loadBookable, requireOpen } from './bookable.ts';
import { confirmBooking } from './confirm.ts';
import type { BookingState, PlacedBooking } from './decider.ts';
import { beginPlace } from './facts.ts';
import { loadBooking } from './links.ts';
import { moveBooking, type MoveFacts, readMove } from './move.ts';
import { buffersOf, leavingSteps, loadAgendas } from './reserve.ts';
import { bookingView } from './view.ts';
import type { BookingDeps } from './deps.ts';

/** Reads the agendas that a booking occupies. */
const ownAgendas = (domain: Domain, booking: PlacedBooking) =>
  loadAgendas(domain, { ...booking, ...buffersOf(booking.service) });

/**
 * Reads a booking for its treating professional, the owner or a manager. Throws `not-found` for others and former
 * members, `patient-restricted` if the patient's data is restricted.
 */
export const readChangeable = async (
  { domain }: Pick<Reads, 'domain'>,
  bookingId: string,
  proId: string,
): Promise<PlacedBooking> => {
  const booking = await loadBooking(domain, bookingId);
  begin(domain.patients.load(booking.patientId));
  const clinic = await loadClinic(domain, booking.clinicId);
  const treats = booking.proId === proId && membershipOf(clinic, proId) !== undefined;
  if (!treats && !runsCalendar(clinic, proId)) throw new Rejection('not-found');
  await requireUnrestricted(domain, booking.patientId);
  return booking;
};

type Reading = { readonly reads: Reads; readonly bookingId: string; readonly proId: string };

/**
 * Reads a booking for its professional, who moves or cancels it and whose email address must be
 * verified.
 */
const readOwnChange = async ({ reads, bookingId, proId }: Reading): Promise<PlacedBooking> => {
  const { domain } = reads;
  begin(domain.pros.load(proId));
  // The agendas are read in parallel with clinic and patient.
  begin(loadBooking(domain, bookingId).then((booking) => ownAgendas(domain, booking)));
  const booking = await readChangeable(reads, bookingId, proId);
  requireProven(reads, await loadPro(domain, proId));
  await ownAgendas(domain, booking);
  return booking;
};

/** Whether an edit changes nothing, so that no mail is sent. */
const isThere = ({ booking, bookable, interval }: MoveFacts): boolean =>
  booking.status === 'confirmed' &&
  booking.start === interval.start &&
  isDeepStrictEqual(booking.service, bookable.service);

const editBooking: PhasedCommand<'editBooking', MoveFacts & { readonly viewerId: string }, BookingDeps> = {
  read: async ({ params, body, caller }, now, deps) => {
    const { proId: viewerId } = proOf(caller);
    const { hub_service_id: hubServiceId, hub_service_ids: [, ...further] = [], date, anyway } = body;
    const reads = readOnce(deps);
    beginPlace(reads, { hubServiceId, date });
    const booking = await readOwnChange({ reads, bookingId: params.id, proId: viewerId });
    // Without a list the same first service keeps the others, also at a colleague; another service replaces them all.
    const services = body.hub_service_ids
      ? ([hubServiceId, ...further] as const)
      : { hubServiceId, keeps: booking.service };
    const bookable = await loadBookable(reads, services, (found) => {
      requireBookingAt(found, viewerId);
      if (found.clinic.id !== booking.clinicId) throw new Rejection('service-unknown');
    });
    const placing = anyway ? 'anyway' : 'staff';
    return { viewerId, ...(await readMove(reads, { booking, bookable, date, by: 'pro', placing }, now)) };
  },
  decide: async ({ viewerId, ...facts }, work, deps) => {
    const { booking, bookable: place, interval } = facts;
    requireOpen(place, interval);
    const moved = isThere(facts) ? booking : await moveBooking(deps, facts, work);
    return { message: 'Booking updated', data: await bookingView(deps, moved, { viewerId, place }) };
  },
};

const storedNotes = (state: BookingState) =>
  notesIn({ pro_notes: state.status === 'none' ? null : readable(state.proNotes) });

type Noted = { readonly booking: PlacedBooking; readonly proNotes: string };

const editBookingNotes: PhasedCommand<'editBookingNotes', Noted, BookingDeps> = {
  read: async ({ params, body, caller }, _now, deps) => {
    const { proId } = proOf(caller);
    const booking = await readChangeable(readOnce(deps), params.id, proId);
    // Only the treating professional sees the notes.
    if (booking.proId !== proId) throw new Rejection('forbidden');
    return { booking, proNotes: body.pro_notes };
  },
  decide: async ({ booking, proNotes }, { replace }, { domain }) => {
    const { state } = await replace(domain.bookings, booking.bookingId, {
      command: { type: 'note', proNotes },
      record: storedNotes,
    });
    return { message: 'Notes saved', data: null, notes_version: versionOf(storedNotes(state)) };
  },
};

const deleteBooking: PhasedCommand<'deleteBooking', PlacedBooking, BookingDeps> = {
  read: ({ params, caller }, _now, deps) =>
    readOwnChange({ reads: readOnce(deps), bookingId: params.id, proId: proOf(caller).proId }),
  decide: async ({ bookingId }, { commit }, { domain, liveHolds }) => {
    await commit({
      decide: step(domain.bookings, bookingId, { type: 'cancel', by: 'pro' }),
      after: (cancelled) => leavingSteps(domain, cancelled),
    });
    await liveHolds.end(bookingId);
    return { message: 'Booking deleted', data: null };
  },
};

/**
 * Returns the handlers that confirm by the mailed link, and those with which professionals change
 * bookings.
 */
export const changeHandlers = (deps: BookingDeps) => {
  const handle = handlingPhases(deps);
  return {
    confirmBooking: handle(confirmBooking),
    editBooking: handle(editBooking),
    editBookingNotes: handle(editBookingNotes),
    deleteBooking: handle(deleteBooking),
  } satisfies Handlers;
};
