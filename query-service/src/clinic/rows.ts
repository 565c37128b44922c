import type { Pool } from 'pg';
import type { HubRole, HubStatus } from '@visita/contracts/clinic/events';
import { select } from '../rows.ts';

export type ClinicRow = {
  readonly clinic_id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly country: string;
  readonly province_id: string;
  readonly city: string;
  readonly address: string;
  readonly postal_code: string;
  readonly timezone: string;
  readonly online_booking: boolean;
  readonly status: 'active' | 'archived';
  readonly owner_name: string | null;
  readonly owner_lastname: string | null;
};

export type ServiceRow = {
  readonly clinic_service_id: string;
  readonly clinic_id: string;
  readonly service_name: string;
  readonly specialization_id: string;
  readonly duration: number;
  readonly price_cents: number;
};

export type HubRow = {
  readonly hub_id: string;
  readonly clinic_id: string;
  readonly pro_id: string;
  readonly role: HubRole;
  readonly status: HubStatus;
  readonly name: string | null;
  readonly lastname: string | null;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly phone: string | null;
};

export type HubServiceRow = {
  readonly hub_service_id: string;
  readonly hub_id: string;
  readonly clinic_service_id: string;
};

export type AvailabilityRow = {
  readonly availability_id: string;
  readonly hub_id: string;
  readonly working_day: number;
  readonly starting_hour: string;
  readonly ending_hour: string;
};

/** Some clinics with everything in them. Archived hubs and withdrawn services are absent. */
export type Clinics = {
  readonly clinics: readonly ClinicRow[];
  readonly services: readonly ServiceRow[];
  readonly hubs: readonly HubRow[];
  readonly hubServices: readonly HubServiceRow[];
  readonly availabilities: readonly AvailabilityRow[];
};

const clinicsById = {
  name: 'clinics',
  text: `select c.*, o.name as owner_name, o.lastname as owner_lastname
    from read.clinics c left join read.pros o on o.pro_id = c.owner_id
    where c.clinic_id = any($1::uuid[]) and c.status = 'active' order by c.position`,
};
const servicesByClinic = {
  name: 'clinic-services',
  text: `select * from read.clinic_services where clinic_id = any($1::uuid[]) and activated
    order by position, clinic_service_id`,
};
const hubsByClinic = {
  name: 'hubs',
  text: `select h.*, p.name, p.lastname, p.email, p.prefix, p.phone
    from read.hubs h join read.pros p on p.pro_id = h.pro_id
    where h.clinic_id = any($1::uuid[]) and h.status <> 'archived' order by h.position`,
};
const hubServicesByClinic = {
  name: 'hub-services',
  text: `select s.* from read.hub_services s join read.hubs h on h.hub_id = s.hub_id
    where h.clinic_id = any($1::uuid[]) order by s.position, s.hub_service_id`,
};
const availabilitiesByClinic = {
  name: 'hub-availabilities',
  text: `select a.* from read.hub_availabilities a join read.hubs h on h.hub_id = a.hub_id
    where h.clinic_id = any($1::uuid[]) order by a.working_day, a.starting_hour, a.availability_id`,
};

/** Reads clinics by id, one statement a table however many they are. Archived ones are absent. */
export const readClinics = async (pool: Pool, clinicIds: readonly string[]): Promise<Clinics> => {
  const [clinics, services, hubs, hubServices, availabilities] = await Promise.all([
    select<ClinicRow>(pool, clinicsById, [clinicIds]),
    select<ServiceRow>(pool, servicesByClinic, [clinicIds]),
    select<HubRow>(pool, hubsByClinic, [clinicIds]),
    select<HubServiceRow>(pool, hubServicesByClinic, [clinicIds]),
    select<AvailabilityRow>(pool, availabilitiesByClinic, [clinicIds]),
  ]);
  return { clinics, services, hubs, hubServices, availabilities };
};
