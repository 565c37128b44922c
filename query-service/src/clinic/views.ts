import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type {
  ClinicServiceView,
  ClinicView,
  HubServiceView,
  HubView,
  PublicClinic,
  PublicHub,
} from '@visita/contracts/clinic/views';
import { fullName } from '../rows.ts';
import type { ClinicRow, Clinics, HubRow, ServiceRow } from './rows.ts';

const serviceFields = (row: ServiceRow) => ({
  serviceName: row.service_name,
  duration: row.duration,
  price: row.price_cents / 100,
  activated: true,
  ...specializationNamesOf(row.specialization_id),
});

const ownerOf = (clinic: ClinicRow): string =>
  fullName({ name: clinic.owner_name, lastname: clinic.owner_lastname });

const place = (clinic: ClinicRow) => ({
  id: clinic.clinic_id,
  name: clinic.name,
  city: clinic.city,
  address: clinic.address,
  postal_code: clinic.postal_code,
  country: clinic.country,
  timezone: clinic.timezone,
});

/** A clinic's services as its members see them. */
export const serviceViews = ({ services }: Clinics, clinic: ClinicRow): ClinicServiceView[] =>
  services
    .filter((service) => service.clinic_id === clinic.clinic_id)
    .map((service) => ({
      id: service.clinic_service_id,
      clinicId: clinic.clinic_id,
      proId: clinic.owner_id,
      specializationId: service.specialization_id,
      ...serviceFields(service),
    }));

/** A clinic's services as a visitor sees them. */
export const publicServiceViews = (all: Clinics, clinic: ClinicRow): Omit<ClinicServiceView, 'proId'>[] =>
  serviceViews(all, clinic).map(({ proId: _hidden, ...service }) => service);

const hubServiceViews = ({ hubServices, services }: Clinics, hub: HubRow): HubServiceView[] =>
  hubServices.flatMap(({ hub_id, hub_service_id, clinic_service_id }) => {
    const service = services.find((one) => one.clinic_service_id === clinic_service_id);
    if (hub_id !== hub.hub_id || !service) return [];
    return [{ id: hub_service_id, clinicServiceId: clinic_service_id, ...serviceFields(service) }];
  });

/** An invitee's name and phone stay hidden from others until the invitation is accepted. */
const isHidden = (hub: HubRow, viewerId: string): boolean =>
  (hub.status === 'pending' || hub.status === 'rejected') && hub.pro_id !== viewerId;

/** A hub as a member of its clinic, or its own pro, sees it. */
export const hubView = (all: Clinics, clinic: ClinicRow, hub: HubRow, viewerId: string): HubView => {
  const hidden = isHidden(hub, viewerId);
  return {
    id: hub.hub_id,
    clinicId: hub.clinic_id,
    proId: hub.pro_id,
    status: hub.status,
    role: hub.role,
    clinic: { ...place(clinic), owner: ownerOf(clinic) },
    pro: {
      name: hidden ? null : hub.name,
      lastname: hidden ? null : hub.lastname,
      email: hub.email ?? '',
      phone: hidden || hub.phone === null ? null : `${hub.prefix ?? ''} ${hub.phone}`,
    },
    services: hubServiceViews(all, hub),
    availabilities: all.availabilities
      .filter(({ hub_id }) => hub_id === hub.hub_id)
      .map((window) => ({
        id: window.availability_id,
        hubId: window.hub_id,
        working_day: window.working_day,
        starting_hour: window.starting_hour,
        ending_hour: window.ending_hour,
      })),
  };
};

/** A clinic as a member sees it. Invitations that are open or refused concern its owner and the invitee only. */
export const clinicView = (all: Clinics, clinic: ClinicRow, viewerId: string): ClinicView => ({
  ...place(clinic),
  province: provinceById(clinic.province_id)?.name ?? '',
  province_id: clinic.province_id,
  owner_id: clinic.owner_id,
  owner: ownerOf(clinic),
  online_booking: clinic.online_booking,
  status: clinic.status,
  clinic_services: serviceViews(all, clinic),
  hubs: all.hubs
    .filter((hub) => hub.clinic_id === clinic.clinic_id)
    .filter((hub) => viewerId === clinic.owner_id || !isHidden(hub, viewerId))
    .map((hub) => hubView(all, clinic, hub, viewerId)),
});

/** A clinic as a visitor sees it. */
export const publicClinicView = (all: Clinics, clinic: ClinicRow): PublicClinic => ({
  ...place(clinic),
  province: provinceById(clinic.province_id)?.name ?? '',
  online_booking: clinic.online_booking,
  clinic_services: publicServiceViews(all, clinic),
});

/** A hub as a visitor sees it. */
export const publicHubView = (all: Clinics, hub: HubRow): PublicHub => ({
  id: hub.hub_id,
  clinicId: hub.clinic_id,
  professional: fullName(hub),
  services: hubServiceViews(all, hub),
});
