import type { Projection } from '@visita/platform/projection';
import { hubAvailabilities, hubServices, vacations } from '@visita/read-model/hub/tables';

/** What each hub offers and when it works. */
export const hubsProjection: Projection = {
  name: 'hubs',
  version: 1,
  tables: [hubAvailabilities, hubServices, vacations],
  on: {
    AvailabilityAdded: ({ data: { hubId, availability } }, rows) =>
      rows.put(hubAvailabilities, {
        availability_id: availability.availabilityId,
        hub_id: hubId,
        working_day: availability.workingDay,
        starting_hour: availability.startingHour,
        ending_hour: availability.endingHour,
      }),
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
        clinic_id: clinicId,
        title: period.title,
        starting_date: period.startingDate,
        ending_date: period.endingDate,
        starts_at: period.start,
        ends_at: period.end,
      }),
    VacationCancelled: ({ data }, rows) => rows.remove(vacations, { vacation_id: data.vacationId }),
  },
};
