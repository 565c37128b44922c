import type { Projection } from '@visita/platform/projection/projection';
import { detailsOf, periodIn } from '@visita/contracts/clinic/events';
import { detailColumns, periodColumns, listColumns, serviceColumns } from '@visita/read-model/clinic/columns';
import { clinicHolidays } from '@visita/read-model/clinic/holiday-tables';
import { clinics, clinicServices, closings } from '@visita/read-model/clinic/tables';

export const clinicsProjection: Projection = {
  name: 'clinics',
  version: 7,
  tables: [clinics, clinicServices, closings, clinicHolidays],
  on: {
    ClinicOpened: ({ data, position }, rows) =>
      rows.put(clinics, {
        clinic_id: data.clinicId,
        owner_id: data.ownerId,
        ...detailColumns(detailsOf(data)),
        online_booking: data.onlineBooking,
        second_factor: false,
        patients_shared: null,
        status: 'active',
        position,
      }),
    ClinicDetailsChanged: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, detailColumns(detailsOf(data))),
    OnlineBookingSwitched: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { online_booking: data.onlineBooking }),
    SecondFactorAsked: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { second_factor: true }),
    SecondFactorWaived: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { second_factor: false }),
    PatientsShared: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { patients_shared: true }),
    PatientsUnshared: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { patients_shared: false }),
    ClinicArchived: ({ data }, rows) =>
      rows.patch(clinics, { clinic_id: data.clinicId }, { status: 'archived' }),
    ClinicErased: ({ data: { clinicId, closingIds } }, rows) => {
      const nameless = {
        name: '',
        city: '',
        address: '',
        postal_code: '',
        phone: '',
        email: '',
        directions: '',
      };
      rows.patch(clinics, { clinic_id: clinicId }, nameless);
      for (const closing_id of closingIds) rows.patch(closings, { closing_id }, { title: '' });
    },
    ClinicServiceAdded: ({ data: { clinicId, service }, position }, rows) =>
      rows.put(clinicServices, {
        clinic_id: clinicId,
        ...serviceColumns(service),
        ...listColumns(service),
        activated: true,
        position,
      }),
    ClinicServiceChanged: ({ data: { service } }, rows) => {
      const { clinic_service_id, ...changed } = serviceColumns(service);
      rows.patch(clinicServices, { clinic_service_id }, { ...changed, ...listColumns(service) });
    },
    ClinicServiceArchived: ({ data }, rows) =>
      rows.patch(clinicServices, { clinic_service_id: data.clinicServiceId }, { activated: false }),
    ClosingPlanned: ({ data }, rows) =>
      rows.put(closings, {
        closing_id: data.closingId,
        ...periodColumns(data.clinicId, periodIn(data)),
      }),
    HolidaysChosen: ({ data: { clinicId, choice } }, rows) =>
      rows.put(clinicHolidays, { clinic_id: clinicId, country: choice.country, region: choice.region }),
    HolidaysGivenUp: ({ data }, rows) => rows.remove(clinicHolidays, { clinic_id: data.clinicId }),
    ClosingCancelled: ({ data }, rows) => rows.remove(closings, { closing_id: data.closingId }),
  },
};
