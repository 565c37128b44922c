import type { Projection } from '@visita/platform/projection/projection';
import { periodColumns } from '@visita/read-model/clinic/columns';
import { windowColumns } from '@visita/read-model/hub/columns';
import { hubAvailabilities, hubServices, vacations } from '@visita/read-model/hub/tables';

/** What each hub offers and when it works. */
export const hubsProjection: Projection = {
  name: 'hubs',
  version: 1,
  tables: [hubAvailabilities, hubServices, vacations],
  on: {
    AvailabilityAdded: ({ data: { hubId, availability } }, rows) =>
      rows.put(hubAvailabilities, windowColumns(hubId, availability)),
    AvailabilityRemoved: ({ data }, rows) =>
      rows.remove(hubAvailabilities, { availability_id: data.availabilityId }),
    HubServiceOffered: ({ data, position }, rows) =>
      rows.put(hubServices, {
        hub_service_id: data.hubServiceId,
        hub_id: data.hubId,
        clinic_service_id: data.clinicServiceId,
        position,
      }),
    HubServiceWithdrawn: ({ data }, rows) => rows.remove(hubServices, { hub_service_id: data.hubServiceId }),
    VacationPlanned: ({ data: { vacationId, hubId, clinicId, period } }, rows) =>
      rows.put(vacations, {
        vacation_id: vacationId,
        hub_id: hubId,
        ...periodColumns(clinicId, period),
      }),
    VacationCancelled: ({ data }, rows) => rows.remove(vacations, { vacation_id: data.vacationId }),
  },
};
