import type { Projection } from '@visita/platform/projection/projection';
import { detailColumns, periodColumns, ruleColumns, serviceColumns } from '@visita/read-model/clinic/columns';
import { clinics, clinicServices, closings } from '@visita/read-model/clinic/tables';

/** Clinics, their services and their closings. */
export const clinicsProjection: Projection = {
  name: 'clinics',
  version: 2,
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
        clinic_id: clinicId,
        ...serviceColumns(service),
        ...ruleColumns(service),
        activated: true,
        position,
      }),
    ClinicServiceChanged: ({ data: { service } }, rows) => {
      const { clinic_service_id, ...changed } = serviceColumns(service);
      rows.patch(clinicServices, { clinic_service_id }, { ...changed, ...ruleColumns(service) });
    },
    ClinicServiceArchived: ({ data }, rows) =>
      rows.patch(clinicServices, { clinic_service_id: data.clinicServiceId }, { activated: false }),
    ClosingPlanned: ({ data: { closingId, clinicId, period } }, rows) =>
      rows.put(closings, {
        closing_id: closingId,
        ...periodColumns(clinicId, period),
      }),
    ClosingCancelled: ({ data }, rows) => rows.remove(closings, { closing_id: data.closingId }),
  },
};
