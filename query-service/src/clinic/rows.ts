import { columnsOf } from '@visita/platform/projection/table';
import {
  firstDayShown,
  type ShownClinic,
  type ShownClinics,
  type ShownDayHours,
  type ShownHub,
  type ShownHubService,
  type ShownService,
  type ShownWindow,
} from '@visita/read-model/clinic/view';
import { clinics, clinicServices, hubs } from '@visita/read-model/clinic/tables';
import { hubAvailabilities, hubDayHours, hubServices } from '@visita/read-model/hub/tables';
import { selectTogether, together } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';

const ofClinics = 'clinic_id = any($1::uuid[])';

const clinicsQuery = together('clinics', {
  clinics: `select ${columnsOf(clinics, 'c')}, o.name as owner_name, o.lastname as owner_lastname, o.plan as owner_plan
    from read.clinics c left join read.pros o on o.pro_id = c.owner_id
    where c.${ofClinics} and c.status = any($3) order by c.position`,
  services: `select ${columnsOf(clinicServices, 's')} from read.clinic_services s where ${ofClinics} and activated
    order by position, clinic_service_id`,
  hubs: `select ${columnsOf(hubs, 'h')}, p.name, p.lastname, p.email, p.address_proven, p.prefix, p.phone, p.plan,
      p.cancel_booking_email
    from read.hubs h join read.pros p on p.pro_id = h.pro_id
    where h.${ofClinics} and h.status <> 'archived' order by h.position`,
  hubServices: `select ${columnsOf(hubServices, 's')} from read.hub_services s join read.hubs h on h.hub_id = s.hub_id
    where h.${ofClinics} order by s.position, s.hub_service_id`,
  availabilities: `select ${columnsOf(hubAvailabilities, 'a')} from read.hub_availabilities a
    join read.hubs h on h.hub_id = a.hub_id
    where h.${ofClinics} order by a.working_day, a.starting_hour, a.availability_id`,
  dayHours: `select ${columnsOf(hubDayHours, 'd')} from read.hub_day_hours d join read.hubs h on h.hub_id = d.hub_id
    where h.${ofClinics} and d.date >= $2 order by d.date`,
});

type Rows = {
  readonly clinics: ShownClinic;
  readonly services: ShownService;
  readonly hubs: ShownHub;
  readonly hubServices: ShownHubService;
  readonly availabilities: ShownWindow;
  readonly dayHours: ShownDayHours;
};

/** Reads clinics by id in one statement. Excludes archived ones unless requested. */
export const readClinics = (
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  clinicIds: readonly string[],
  statuses: readonly ShownClinic['status'][] = ['active'],
): Promise<ShownClinics> => {
  return selectTogether<Rows>(pool, clinicsQuery, [clinicIds, firstDayShown(clock()), statuses]);
};
