import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { requireBookingAt } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Bookable, intervalOf, loadBookable, requireOffered, requireOpen } from './bookable.ts';
import { admit } from './admit.ts';
import type { NewBooking } from './decider.ts';
import { registerPatient } from '../patient/register.ts';
import { type UnitOfWork, unitsOfWork } from '../unit-of-work.ts';
import { inSeconds, onInterval, placingSeconds } from './reserve.ts';
import { bookingView } from './view.ts';

/** What follows from where it is booked, and by whom. */
type Derived =
  'bookingId' | 'reservationId' | 'proId' | 'clinicId' | 'hubId' | 'patientId' | 'timezone' | 'service';

/** Placing bookings: by a patient as a hold, by a pro at once. */
export const placingHandlers = (deps: Dependencies) => {
  const { domain, pseudonyms, holdMinutes } = deps;
  const begin = unitsOfWork(deps.now);

  const draft = async (
    { hub, clinic, service }: Bookable,
    given: Omit<NewBooking, Derived>,
    cause: Cause,
  ): Promise<NewBooking> => {
    // Patients are a pro's own, found again by lower-cased email.
    const who = { kind: 'patient', scope: hub.proId, value: given.contact.email } as const;
    const patientId = await pseudonyms.idOf(who);
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

  /** Reserves, then places: a crash in between costs the slot a minute, never a double booking. */
  const place = async (bookable: Bookable, given: Omit<NewBooking, Derived>, work: UnitOfWork) => {
    const { at, now, cause, execute } = work;
    const booking = await draft(bookable, given, cause);
    const { proId, reservationId, bookingId, start, end } = booking;
    const deadline = booking.confirmBy ?? inSeconds(at, placingSeconds);
    const reservation = { reservationId, bookingId, start, end, deadline };
    const { state } = await onInterval(domain, { proId, reservation, now }, cause, async () => {
      await admit(deps, bookable.pro, booking, work);
      const placed = execute(domain.bookings, bookingId, { type: 'place', booking });
      if (booking.placedBy === 'patient') return placed;
      // What a pro places is sure at once, and so is who comes; a patient is known once they confirmed.
      const [done] = await Promise.all([placed, registerPatient(domain, booking, execute)]);
      return done;
    });
    // A repeat finds the booking as it is by now.
    if (state.status === 'none' || isGone(state.status)) {
      throw new Rejection('booking-not-active');
    }
    return state;
  };

  const requestBooking: Handlers['requestBooking'] = async (context) => {
    const { body } = context;
    const work = begin(context);
    const bookable = await loadBookable(deps, body.serviceHubId, ({ clinic }) => {
      if (clinic.id !== body.clinicId || !clinic.onlineBooking) throw new Rejection('not-found');
    });
    const { pro } = bookable;
    const interval = intervalOf(bookable, body.date);
    requireOffered(bookable, interval, work.now);
    const { marketingPolicy, privacyPolicy: _consented, ...contact } = body.contactInfo;
    const longest = inSeconds(work.at, holdMinutes * 60);
    const confirmBy = longest < interval.start ? longest : interval.start;
    const placed = await place(
      bookable,
      {
        ...interval,
        contact,
        proNotes: '',
        language: body.language ?? pro.options.comunicationsLanguage,
        placedBy: 'patient',
        marketingConsent: marketingPolicy,
        confirmBy,
      },
      work,
    );
    const { bookingId, confirmBy: held } = placed;
    return { message: 'Booking requested', data: { id: bookingId, confirmBy: held ?? confirmBy } };
  };

  const placeBooking: Handlers['placeBooking'] = async (context) => {
    const { body } = context;
    const work = begin(context);
    const { proId } = proOf(context.caller);
    const bookable = await loadBookable(deps, body.booking.hubServiceId, (found) =>
      requireBookingAt(found, proId),
    );
    const { pro } = bookable;
    const interval = intervalOf(bookable, body.booking.date);
    requireOpen(bookable, interval, work.now);
    const { name, email, prefix, phone } = body.patient;
    const contact = { name, email, prefix, phone, patientNotes: '' };
    const { proNotes } = body.booking;
    const language = pro.options.comunicationsLanguage;
    const origin = { placedBy: 'pro', marketingConsent: false, confirmBy: null } as const;
    const placed = await place(bookable, { ...interval, contact, proNotes, language, ...origin }, work);
    const { patientId } = placed;
    const data = await bookingView(deps, proId, placed, bookable);
    return { message: 'Booking created', data, patient: { id: patientId, name, email, prefix, phone } };
  };

  return { requestBooking, placeBooking } satisfies Handlers;
};
