import { writeIcs } from '@visita/platform/calendar/ics';
import { managePage, patientsSummary, visitLines } from '@visita/platform/calendar/visit';
import type { BookingTokens } from '@visita/platform/auth/booking-token';
import type { ClinicDetails } from '@visita/contracts/clinic/events';
import type { Dependencies } from '../dependencies.ts';
import type { PlacedBooking } from './decider.ts';

type Deps = Pick<Dependencies, 'domain' | 'uidHost' | 'publicOrigin'> & {
  readonly bookingTokens: Pick<BookingTokens, 'issueManage'>;
};

type Visit = { readonly clinic: ClinicDetails; readonly professional: string; readonly at: Date };

/**
 * Returns a patient's visit as a file for calendar programs, with the same entry as in the
 * patient's mails; null unless the visit is confirmed.
 */
export const calendarFile = async (
  { domain, uidHost: host, publicOrigin, bookingTokens }: Deps,
  booking: PlacedBooking,
  { clinic, professional, at }: Visit,
): Promise<string | null> => {
  const { bookingId, status, start, end, service } = booking;
  if (status !== 'confirmed') return null;
  // The cached revision: the call has just read or written it.
  const { revision } = await domain.bookings.load(bookingId, 0);
  const visit = {
    bookingId,
    host,
    sequence: revision,
    stamp: at,
    start: new Date(start),
    end: new Date(end),
    summary: patientsSummary(service.serviceName, professional),
    location: [clinic.name, clinic.address, `${clinic.postalCode} ${clinic.city}`].join(', '),
    link: managePage(publicOrigin, bookingTokens.issueManage(booking)),
    status: 'CONFIRMED',
  } as const;
  return writeIcs(['METHOD:PUBLISH', ...visitLines(visit)]);
};
