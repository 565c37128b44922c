import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { requireBookingAt } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Bookable, intervalOf, loadBookable, requireOffered, requireOpen } from './bookable.ts';
import type { Placing } from '../agenda/decider.ts';
import { admit, withdraw } from './admit.ts';
import type { NewBooking } from './decider.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { registerPatient } from '../patient/register.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import { buffersOf, inSeconds, onInterval, placingSeconds, requireFree, standsOn } from './reserve.ts';
import { meetStranger, type Stranger } from './stranger.ts';
import { bookingView } from './view.ts';

/** What follows from where it is booked, and by whom. */
type Derived =
  'bookingId' | 'reservationId' | 'proId' | 'clinicId' | 'hubId' | 'patientId' | 'timezone' | 'service';

/** Where somebody wants to be booked, what else is known of it, and of whoever asks where it is no pro. */
type Wish = {
  bookable: Bookable;
  given: Omit<NewBooking, Derived>;
  placing: Placing;
  stranger?: Stranger;
};

const draft = (
  { bookable: { hub, clinic, service }, given }: Wish,
  patientId: string,
  cause: Cause,
): NewBooking => {
  // A key used again for something else makes another booking, never another meaning of the first.
  const what = [cause.id, patientId, service.hubServiceId, given.start];
  return {
    ...given,
    bookingId: deriveId(...what, 'booking'),
    reservationId: deriveId(...what, 'reservation'),
    proId: hub.proId,
    clinicId: clinic.id,
    hubId: hub.hubId,
    patientId,
    timezone: clinic.details.timezone,
    service,
  };
};

/** Lets the booking in, or refuses it and leaves nothing: nothing is reserved yet. */
const letIn = async (deps: Dependencies, booking: NewBooking, wish: Wish, work: UnitOfWork) => {
  const { bookable, stranger } = wish;
  try {
    if (stranger) await meetStranger(deps, { booking, bookable, stranger }, work);
    await admit(deps, { ...booking, pro: bookable.pro }, work);
  } catch (error) {
    if (error instanceof Rejection) await deps.liveHolds.end(booking.bookingId);
    throw error;
  }
};

/** What was let in counts for nothing where it did not come about. */
const letGo = async (deps: Dependencies, booking: NewBooking, { cause }: UnitOfWork): Promise<void> => {
  await withdraw(deps, booking, cause);
  await deps.liveHolds.end(booking.bookingId);
};

/** Reserves, then places: a crash in between costs the slot a minute, never a double booking. */
const place = async (deps: Dependencies, wish: Wish, work: UnitOfWork) => {
  const { at, now, cause, execute } = work;
  const { pro } = wish.bookable;
  // Patients are a pro's own, found again by lower-cased email.
  const who = { kind: 'patient', scope: pro.id, value: wish.given.contact.email } as const;
  const known = await deps.pseudonyms.find(who);
  const wantedBy = (patientId: string) => {
    const booking = draft(wish, patientId, cause);
    const { proId, reservationId, bookingId, start, end } = booking;
    const deadline = inSeconds(at, placingSeconds);
    const reservation = { reservationId, bookingId, start, end, ...buffersOf(booking.service), deadline };
    return { booking, wanted: { proId, reservation, placing: wish.placing, now, cause } };
  };
  // Whom nobody knows yet is given an id only where the time may be theirs: a refusal leaves nothing.
  await requireFree(deps.domain, wantedBy(known ?? cause.id).wanted);
  const { booking, wanted } = wantedBy(known ?? (await deps.pseudonyms.idOf(who)));
  await letIn(deps, booking, wish, work);
  const decide = async () => {
    const placed = execute(deps.domain.bookings, booking.bookingId, { type: 'place', booking });
    if (booking.placedBy === 'patient') return placed;
    // What a pro places is sure at once, and so is who comes; a patient is known once they confirmed.
    const [done] = await Promise.all([placed, registerPatient(deps.domain, booking, execute)]);
    return done;
  };
  const stands = standsOn(booking.reservationId);
  const placing = onInterval(deps.domain, wanted, { decide, stands });
  const { state } = await placing.catch(async (error: unknown) => {
    if (error instanceof Rejection) await letGo(deps, booking, work);
    throw error;
  });
  // A repeat finds the booking as it is by now.
  if (state.status === 'none' || isGone(state.status)) throw new Rejection('booking-not-active');
  return state;
};

const requestBooking: Command<'requestBooking'> = async ({ body, request }, work, deps) => {
  const bookable = await loadBookable(deps, body.serviceHubId, ({ clinic }) => {
    if (clinic.id !== body.clinicId || !clinic.onlineBooking) throw new Rejection('not-found');
  });
  const { pro } = bookable;
  if (isUnproven(deps, pro)) throw new Rejection('not-found');
  const interval = intervalOf(bookable, body.date);
  requireOffered(bookable, interval, work.now);
  const { marketingPolicy, privacyPolicy: _consented, ...contact } = body.contactInfo;
  const longest = inSeconds(work.at, deps.holdMinutes * 60);
  const confirmBy = longest < interval.start ? longest : interval.start;
  const given = {
    ...interval,
    contact,
    proNotes: '',
    language: body.language ?? pro.options.comunicationsLanguage,
    placedBy: 'patient',
    marketingConsent: marketingPolicy,
    confirmBy,
  } as const;
  const stranger = { address: request.address, proof: body.proof, code: body.code };
  const placed = await place(deps, { bookable, given, stranger, placing: 'online' }, work);
  const { bookingId, confirmBy: held } = placed;
  return { message: 'Booking requested', data: { id: bookingId, confirmBy: held ?? confirmBy } };
};

const placeBooking: Command<'placeBooking'> = async ({ body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const bookable = await loadBookable(deps, body.booking.hubServiceId, (found) =>
    requireBookingAt(found, proId),
  );
  const { pro } = bookable;
  requireProven(deps, await loadPro(deps.domain, proId));
  const interval = intervalOf(bookable, body.booking.date);
  requireOpen(bookable, interval, work.now);
  const { name, email, prefix, phone } = body.patient;
  const contact = { name, email, prefix, phone, patientNotes: '' };
  const { proNotes } = body.booking;
  const language = pro.options.comunicationsLanguage;
  const origin = { placedBy: 'pro', marketingConsent: false, confirmBy: null } as const;
  const given = { ...interval, contact, proNotes, language, ...origin };
  const placing = body.booking.anyway ? 'anyway' : 'staff';
  const placed = await place(deps, { bookable, given, placing }, work);
  const { patientId } = placed;
  const data = await bookingView(deps, placed, { viewerId: proId, place: bookable });
  return { message: 'Booking created', data, patient: { id: patientId, name, email, prefix, phone } };
};

/** Placing bookings: by a patient as a hold, by a pro at once. */
export const placingHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return { requestBooking: handle(requestBooking), placeBooking: handle(placeBooking) } satisfies Handlers;
};
