import type {
  BookedService,
  BookingDetails,
  Contact,
  BookingContact,
} from '@visita/contracts/booking/events';
import { type Erased, readable } from '@visita/contracts/event';
import { serviceColumns } from '../clinic/columns.ts';
import { serviceListColumn } from './services.ts';

export const bookedColumns = (service: BookedService) => ({
  hub_service_id: service.hubServiceId,
  ...serviceColumns(service),
  ...serviceListColumn(service),
});

export const bufferColumns = ({
  bufferBefore,
  bufferAfter,
}: Pick<BookedService, 'bufferBefore' | 'bufferAfter'>) => ({
  buffer_before: bufferBefore ?? 0,
  buffer_after: bufferAfter ?? 0,
});

export const contactColumns = (contact: Contact | Erased) => {
  const known = readable(contact);
  return {
    name: known?.name ?? null,
    email: known?.email ?? null,
    prefix: known?.prefix ?? null,
    phone: known?.phone ?? null,
    patient_notes: known?.patientNotes ?? null,
  };
};

/** Returns the columns of the contact person, including their email and phone; empty without one. */
export const bookingContactColumns = (contact: BookingContact | null) => {
  if (contact === null) return {};
  const { name = null, email = null, prefix = null, phone = null } = readable(contact.contact) ?? {};
  return { contact_id: contact.contactId, contact_name: name, email, prefix, phone };
};

export const noContactPerson = {
  contact_id: null,
  contact_name: null,
  email: null,
  prefix: null,
  phone: null,
};

export const bookingColumns = (booking: BookingDetails) => ({
  booking_id: booking.bookingId,
  pro_id: booking.proId,
  clinic_id: booking.clinicId,
  hub_id: booking.hubId,
  patient_id: booking.patientId,
  starts_at: booking.start,
  ends_at: booking.end,
  timezone: booking.timezone,
  ...bookedColumns(booking.service),
  contact_id: null,
  contact_name: null,
  ...contactColumns(booking.contact),
  pro_notes: readable(booking.proNotes),
  series_id: booking.series?.seriesId ?? null,
  series_nth: booking.series?.nth ?? null,
  series_of: booking.series?.of ?? null,
});
