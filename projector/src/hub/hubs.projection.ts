import { periodIn } from '@visita/contracts/clinic/events';
import type { Projection } from '@visita/platform/projection/projection';
import { periodColumns } from '@visita/read-model/clinic/columns';
import { dayHoursColumns, termColumns, windowColumns } from '@visita/read-model/hub/columns';
import { colleagueIn } from '../colleague.ts';
import { hubAvailabilities, hubDayHours, hubServices, vacations } from '@visita/read-model/hub/tables';

export const hubsProjection: Projection = {
  name: 'hubs',
  version: 2,
  tables: [hubAvailabilities, hubDayHours, hubServices, vacations],
  on: {
    AvailabilityAdded: ({ data: { hubId, availability } }, rows) =>
      rows.put(hubAvailabilities, windowColumns(hubId, availability)),
    AvailabilityRemoved: ({ data }, rows) =>
      rows.remove(hubAvailabilities, { availability_id: data.availabilityId }),
    DayHoursSet: ({ data }, rows) => rows.put(hubDayHours, dayHoursColumns(data.hubId, data)),
    DayHoursCleared: ({ data: { hubId, date } }, rows) => rows.remove(hubDayHours, { hub_id: hubId, date }),
    HubServiceOffered: ({ data, position }, rows) =>
      rows.put(hubServices, {
        hub_service_id: data.hubServiceId,
        hub_id: data.hubId,
        clinic_service_id: data.clinicServiceId,
        ...termColumns({}),
        position,
      }),
    HubServiceTermsSet: ({ data: { hubServiceId, own } }, rows) =>
      rows.patch(hubServices, { hub_service_id: hubServiceId }, termColumns(own)),
    HubServiceWithdrawn: ({ data }, rows) => rows.remove(hubServices, { hub_service_id: data.hubServiceId }),
    VacationPlanned: ({ data, metadata }, rows) =>
      rows.put(vacations, {
        vacation_id: data.vacationId,
        hub_id: data.hubId,
        ...periodColumns(data.clinicId, periodIn(data)),
        made_by: colleagueIn({ data, metadata }),
      }),
    HubErased: ({ data: { vacationIds } }, rows) => {
      for (const vacation_id of vacationIds) rows.patch(vacations, { vacation_id }, { title: '' });
    },
    VacationCancelled: ({ data }, rows) => rows.remove(vacations, { vacation_id: data.vacationId }),
  },
};
