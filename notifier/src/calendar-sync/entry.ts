import type { RowOf } from '@visita/platform/projection/table';
import type { bookings } from '@visita/read-model/booking/tables';
import type { clinics } from '@visita/read-model/clinic/tables';

type BookingRow = RowOf<typeof bookings>;

/** A booking as an event of the calendar's API. */
export type Entry = {
  readonly id: string;
  readonly status: 'confirmed';
  readonly summary: string;
  readonly location: string;
  readonly start: { readonly dateTime: string; readonly timeZone: string };
  readonly end: { readonly dateTime: string; readonly timeZone: string };
  /** Marks the event as created by Visita. */
  readonly extendedProperties: { readonly private: { readonly visitaBooking: string } };
};

/** Content of a calendar event: attendee, service, time and place. */
export type Appointment = {
  readonly bookingId: BookingRow['booking_id'];
  readonly start: BookingRow['starts_at'];
  readonly end: BookingRow['ends_at'];
  readonly timezone: BookingRow['timezone'];
  readonly service: BookingRow['service_name'];
  readonly patient: NonNullable<BookingRow['name']>;
  readonly clinic: RowOf<typeof clinics>['name'];
  readonly address: string;
};

/** The API accepts client ids of the characters a–v and 0–9; the same booking always gets the same id. */
export const entryIdOf = (bookingId: string): string => bookingId.replaceAll('-', '');

export const entryOf = (appointment: Appointment): Entry => {
  const { bookingId, start, end, timezone: timeZone, service, patient, clinic, address } = appointment;
  return {
    id: entryIdOf(bookingId),
    status: 'confirmed',
    summary: `${service} – ${patient}`,
    location: `${clinic}, ${address}`,
    start: { dateTime: start.toISOString(), timeZone },
    end: { dateTime: end.toISOString(), timeZone },
    extendedProperties: { private: { visitaBooking: bookingId } },
  };
};
