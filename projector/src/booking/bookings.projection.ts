import type { BookedService, Contact } from '@visita/contracts/booking/events';
import { type Erased, erased } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { bookings } from '@visita/read-model/booking/tables';
import { readable } from '../personal.ts';

const serviceColumns = (service: BookedService) => ({
  hub_service_id: service.hubServiceId,
  clinic_service_id: service.clinicServiceId,
  service_name: service.serviceName,
  specialization_id: service.specializationId,
  duration: service.duration,
  price_cents: service.priceCents,
});

const contactColumns = (contact: Contact | Erased) => {
  const known = readable(contact);
  return {
    name: known?.name ?? null,
    email: known?.email ?? null,
    prefix: known?.prefix ?? null,
    phone: known?.phone ?? null,
    patient_notes: known?.patientNotes ?? null,
  };
};

const becomes =
  (status: string) =>
  ({ data }: { data: { bookingId: string } }, rows: Rows) =>
    rows.patch(bookings, { booking_id: data.bookingId }, { status });

/** Every booking in every status: calendars and patients' histories are read from here. */
export const bookingsProjection: Projection = {
  name: 'bookings',
  version: 2,
  tables: [bookings],
  on: {
    BookingPlaced: ({ data, position }, rows) =>
      rows.put(bookings, {
        booking_id: data.bookingId,
        pro_id: data.proId,
        clinic_id: data.clinicId,
        hub_id: data.hubId,
        patient_id: data.patientId,
        starts_at: data.start,
        ends_at: data.end,
        timezone: data.timezone,
        status: data.confirmBy === null ? 'confirmed' : 'pending_confirmation',
        ...serviceColumns(data.service),
        ...contactColumns(data.contact),
        pro_notes: readable(data.proNotes),
        language: data.language,
        placed_by: data.placedBy,
        confirm_by: data.confirmBy,
        position,
      }),
    // Without its deadline, so that a booking that stood and was cancelled differs from a hold that never did.
    BookingConfirmed: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { status: 'confirmed', confirm_by: null }),
    BookingLapsed: becomes('lapsed'),
    BookingCancelled: becomes('cancelled'),
    BookingOrphaned: becomes('orfan'),
    // Only confirmed and orphaned bookings can move, and a moved orphan is confirmed again.
    BookingMoved: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        {
          pro_id: data.proId,
          hub_id: data.hubId,
          patient_id: data.patientId,
          starts_at: data.start,
          ends_at: data.end,
          timezone: data.timezone,
          status: 'confirmed',
          ...serviceColumns(data.service),
        },
      ),
    BookingPatientErased: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { ...contactColumns(erased), pro_notes: null }),
    BookingHandedOver: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        {
          patient_id: data.patientId,
          ...contactColumns(data.contact),
          pro_notes: readable(data.proNotes),
        },
      ),
    BookingNoted: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { pro_notes: readable(data.proNotes) }),
  },
};
