import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { step } from '@visita/platform/runtime/commit';
import { type HubAtClinic, loadClinic } from '../access.ts';
import type { Domain } from '../domain.ts';
import { keptIn } from '../patient/duplicates.decider.ts';
import { languageSteps, registerSteps, textsSteps } from '../patient/register.ts';
import type { ProAccount } from '../pro/state.ts';
import { fullName, loadPro } from '../pro/view.ts';
import { readOnce } from './read-once.ts';
import type { PhasedCommand, UnitOfWork } from '../unit-of-work.ts';
import { admitConfirmed } from './admit.ts';
import { calendarFile } from './calendar-file.ts';
import type { BookingState, PlacedBooking } from './decider.ts';
import { instructionsOf } from './instructions.ts';
import { loadLinked } from './links.ts';
import type { BookingDeps } from './deps.ts';

/** Reads the record of the person who gets the mails, if a choice is written to it. */
const recipientOf = ({ patients, duplicates }: Domain, booking: PlacedBooking): Promise<unknown>[] => {
  if (!booking.languageChosen && !booking.textsConsent) return [];
  const { proId, told, patientId } = booking;
  const reading = duplicates
    .load(proId)
    .then(({ state }) => patients.load(keptIn(state, told?.contactId ?? patientId)));
  return [reading];
};

type ConfirmFacts = {
  readonly booking: PlacedBooking;
  readonly pro: ProAccount;
  readonly clinic: HubAtClinic['clinic'];
};

/** Confirms a held booking and registers its patient. */
const commitConfirmed = async (
  domain: Domain,
  { bookingId, status }: PlacedBooking,
  { now, commit }: UnitOfWork,
): Promise<BookingState> => {
  const { state } = await commit({
    decide: step(domain.bookings, bookingId, { type: 'confirm', now }),
    after: (booking) => {
      if (booking.status === 'none' || isErased(booking.contact)) return [];
      const booked = { ...booking, contact: booking.contact };
      // A repeat must not undo a newer choice.
      const chosen = status === 'pending' ? languageSteps(domain, booked) : [];
      const agreed = status === 'pending' ? textsSteps(domain, booked) : [];
      return [...registerSteps(domain, booked), ...chosen, ...agreed];
    },
  });
  return state;
};

/** Confirms a held booking by the mailed link. */
export const confirmBooking: PhasedCommand<'confirmBooking', ConfirmFacts, BookingDeps> = {
  read: async ({ caller }, now, deps) => {
    const reads = readOnce(deps);
    const { domain } = reads;
    if (caller.kind !== 'booking') throw new Rejection('token-invalid');
    const booking = await loadLinked(domain, caller, new Date(now));
    const [pro, clinic] = await Promise.all([
      loadPro(domain, booking.proId),
      loadClinic(domain, booking.clinicId),
      // The cached record suffices to avoid registering an existing patient again.
      domain.patients.load(booking.patientId),
      ...recipientOf(domain, booking),
      reads.readKey(booking.patientId),
    ]);
    return { booking, pro, clinic };
  },
  decide: async ({ booking: held, pro, clinic }, work, deps) => {
    const { domain, zones, liveHolds, bookingTokens } = deps;
    await admitConfirmed(deps, { booking: held, pro }, work);
    const booking = await commitConfirmed(domain, held, work);
    await liveHolds.end(held.bookingId);
    if (booking.status === 'none' || isErased(booking.contact)) throw new Rejection('booking-not-active');
    const { contact, told, start, timezone, service, language } = booking;
    const { name, email } = told && !isErased(told.contact) ? told.contact : contact;
    const professional = fullName(pro);
    const shown = { clinic: clinic.details, professional, at: work.at };
    const data = {
      thankYouPage: pro.options.thankYouPageUrl,
      patientEmail: email ?? '',
      patientName: name,
      date: zones(timezone).offsetIso(start),
      ending_date: zones(timezone).offsetIso(booking.end),
      timezone,
      service: service.serviceName,
      clinic_name: clinic.details.name,
      clinic_address: `${clinic.details.address}, ${clinic.details.city}`,
      clinic_phone: clinic.details.phone ?? '',
      clinic_email: clinic.details.email ?? '',
      ...instructionsOf(service, clinic),
      professional,
      language,
      manage_token: bookingTokens.issueManage(booking),
      calendar_file: await calendarFile(deps, booking, shown),
    };
    return { message: 'Booking confirmed', data };
  },
};
