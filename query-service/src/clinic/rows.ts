import type { Pool } from 'pg';
import { columnsOf } from '@visita/platform/projection/table';
import type {
  ShownClinic,
  ShownClinics,
  ShownHub,
  ShownHubService,
  ShownService,
  ShownWindow,
} from '@visita/read-model/clinic/view';
import { clinics, clinicServices, hubs } from '@visita/read-model/clinic/tables';
import { hubAvailabilities, hubServices } from '@visita/read-model/hub/tables';
import { select } from '@visita/read-model/query';

const clinicsById = {
  name: 'clinics',
  text: `select ${columnsOf(clinics, 'c')}, o.name as owner_name, o.lastname as owner_lastname
    from read.clinics c left join read.pros o on o.pro_id = c.owner_id
    where c.clinic_id = any($1::uuid[]) and c.status = 'active' order by c.position`,
};
const servicesByClinic = {
  name: 'clinic-services',
  text: `select ${columnsOf(clinicServices, 's')} from read.clinic_services s where clinic_id = any($1::uuid[]) and activated
    order by position, clinic_service_id`,
};
const hubsByClinic = {
  name: 'hubs',
  text: `select ${columnsOf(hubs, 'h')}, p.name, p.lastname, p.email, p.address_proven, p.prefix, p.phone
    from read.hubs h join read.pros p on p.pro_id = h.pro_id
    where h.clinic_id = any($1::uuid[]) and h.status <> 'archived' order by h.position`,
};
const hubServicesByClinic = {
  name: 'hub-services',
  text: `select ${columnsOf(hubServices, 's')} from read.hub_services s join read.hubs h on h.hub_id = s.hub_id
    where h.clinic_id = any($1::uuid[]) order by s.position, s.hub_service_id`,
};
const availabilitiesByClinic = {
  name: 'hub-availabilities',
  text: `select ${columnsOf(hubAvailabilities, 'a')} from read.hub_availabilities a join read.hubs h on h.hub_id = a.hub_id
    where h.clinic_id = any($1::uuid[]) order by a.working_day, a.starting_hour, a.availability_id`,
};

/** Reads clinics by id, one statement a table however many they are. Archived ones are absent. */
export const readClinics = async (pool: Pool, clinicIds: readonly string[]): Promise<ShownClinics> => {
  const [found, services, members, offers, windows] = await Promise.all([
    select<ShownClinic>(pool, clinicsById, [clinicIds]),
    select<ShownService>(pool, servicesByClinic, [clinicIds]),
    select<ShownHub>(pool, hubsByClinic, [clinicIds]),
    select<ShownHubService>(pool, hubServicesByClinic, [clinicIds]),
    select<ShownWindow>(pool, availabilitiesByClinic, [clinicIds]),
  ]);
  return { clinics: found, services, hubs: members, hubServices: offers, availabilities: windows };
};
