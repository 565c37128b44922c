import type { ClinicDetails } from '@visita/contracts/clinic/events';
import type { Projection } from '@visita/platform/projection';
import { defineTable } from '@visita/platform/projection/table';

export const clinics = defineTable('clinics', ['clinic_id'], {
  clinic_id: 'uuid',
  owner_id: 'uuid',
  name: 'text',
  country: 'text',
  province_id: 'text',
  city: 'text',
  address: 'text',
  postal_code: 'text',
  timezone: 'text',
  online_booking: 'boolean',
  status: 'text',
  position: 'text',
});

export const clinicServices = defineTable('clinic_services', ['clinic_service_id'], {
  clinic_service_id: 'text',
  clinic_id: 'uuid',
  service_name: 'text',
  specialization_id: 'text',
  duration: 'integer',
  price_cents: 'integer',
  activated: 'boolean',
  position: 'text',
});

export const closings = defineTable('closings', ['closing_id'], {
  closing_id: 'text',
  clinic_id: 'uuid',
  title: 'text',
  starting_date: 'text',
  ending_date: 'text',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
});

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
