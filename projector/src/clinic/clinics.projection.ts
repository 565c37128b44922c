import type { ClinicDetails } from '@visita/contracts/clinic/events';
import type { Projection } from '@visita/platform/projection';
import { clinics, clinicServices, closings } from '@visita/read-model/clinic/tables';

const detailColumns = (details: ClinicDetails) => ({
  name: details.name,
  country: details.country,
  province_id: details.provinceId,
  city: details.city,
  address: details.address,
  postal_code: details.postalCode,
  timezone: details.timezone,
});

/** Clinics, their services and their closings. */
export const clinicsProjection: Projection = {
  name: 'clinics',
  version: 1,
  tables: [clinics, clinicServices, closings],
  on: {
    ClinicOpened: ({ data, position }, rows) =>
      rows.put(clinics, {
        clinic_id: data.clinicId,
        owner_id: data.ownerId,
        ...detailColumns(data.details),
        online_booking: data.onlineBooking,
        status: 'active',
        position,
      }),
    ClinicDetailsChanged: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, detailColumns(data.details)),
    OnlineBookingSwitched: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { online_booking: data.onlineBooking }),
    ClinicArchived: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { status: 'archived' }),
    ClinicServiceAdded: ({ data: { clinicId, service }, position }, rows) =>
      rows.put(clinicServices, {
        clinic_service_id: service.clinicServiceId,
        clinic_id: clinicId,
        service_name: service.serviceName,
        specialization_id: service.specializationId,
        duration: service.duration,
        price_cents: service.priceCents,
        activated: true,
        position,
      }),
    ClinicServiceArchived: ({ data }, rows) =>
      rows.patch(clinicServices, { clinic_service_id: data.clinicServiceId }, { activated: false }),
    ClosingPlanned: ({ data: { closingId, clinicId, period } }, rows) =>
      rows.put(closings, {
        closing_id: closingId,
        clinic_id: clinicId,
        title: period.title,
        starting_date: period.startingDate,
        ending_date: period.endingDate,
        starts_at: period.start,
        ends_at: period.end,
      }),
    ClosingCancelled: ({ data }, rows) => rows.remove(closings, { closing_id: data.closingId }),
  },
};
