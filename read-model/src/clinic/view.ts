import type {
  AvailabilityView,
  ClinicServiceView,
  ClinicView,
  DayHoursView,
  HubServiceView,
  HubView,
  PublicClinic,
  PublicHub,
  PublicHubServiceView,
  PublicServiceView,
} from '@visita/contracts/clinic/views';
import { calendarRoles } from '@visita/contracts/clinic/roles';
import { planByName, type PlanName } from '@visita/contracts/reference/plans';
import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type { AnyRow } from '@visita/platform/projection/table';
import { windowsIn } from '../hub/columns.ts';
import type { hubAvailabilities, hubDayHours, hubServices } from '../hub/tables.ts';
import { fullName, type ShownPro } from '../pro/view.ts';
import { versionOf } from '../version.ts';
import type { clinics, clinicServices, hubs } from './tables.ts';

export type ShownClinic = Omit<AnyRow<typeof clinics>, 'position'> & {
  readonly owner_name: string | null;
  readonly owner_lastname: string | null;
  readonly owner_plan: PlanName | null;
};
type Service = Pick<
  AnyRow<typeof clinicServices>,
  'clinic_service_id' | 'service_name' | 'specialization_id' | 'duration' | 'price_cents'
>;
export type ShownService = Omit<AnyRow<typeof clinicServices>, 'activated' | 'position'>;
/** A hub's row with its professional. */
export type ShownHub = Omit<AnyRow<typeof hubs>, 'position'> &
  Pick<
    ShownPro,
    'name' | 'lastname' | 'email' | 'address_proven' | 'prefix' | 'phone' | 'plan' | 'cancel_booking_email'
  >;
export type ShownHubService = Omit<AnyRow<typeof hubServices>, 'position'>;
export type ShownWindow = AnyRow<typeof hubAvailabilities>;
export type ShownDayHours = AnyRow<typeof hubDayHours>;

/** Clinics with all their rows, except archived hubs and withdrawn services. */
export type ShownClinics = {
  readonly clinics: readonly ShownClinic[];
  readonly services: readonly ShownService[];
  readonly hubs: readonly ShownHub[];
  readonly hubServices: readonly ShownHubService[];
  readonly availabilities: readonly ShownWindow[];
  readonly dayHours: readonly ShownDayHours[];
};

const serviceFields = (row: Service) => ({
  serviceName: row.service_name,
  duration: row.duration,
  price: row.price_cents / 100,
  activated: true,
  ...specializationNamesOf(row.specialization_id),
});

const ownerOf = ({ owner_name, owner_lastname }: ShownClinic): string =>
  fullName({ name: owner_name, lastname: owner_lastname });

const place = (clinic: ShownClinic) => ({
  id: clinic.clinic_id,
  name: clinic.name,
  city: clinic.city,
  address: clinic.address,
  postal_code: clinic.postal_code,
  country: clinic.country,
  timezone: clinic.timezone,
});

/** Returns the record replaced by a call that changes a service; its content gives the version. */
export const serviceIn = (service: ShownService) => ({
  specializationId: service.specialization_id,
  serviceName: service.service_name,
  duration: service.duration,
  price: service.price_cents / 100,
  stepMinutes: service.step_minutes,
  bufferBefore: service.buffer_before,
  bufferAfter: service.buffer_after,
  noticeHours: service.notice_hours,
  bookableBy: service.bookable_by,
  toBring: service.to_bring,
});

/** Returns a service as the members of its clinic see it. */
export const clinicServiceView = (
  { owner_id }: Pick<ShownClinic, 'owner_id'>,
  service: ShownService,
): ClinicServiceView => ({
  id: service.clinic_service_id,
  clinicId: service.clinic_id,
  proId: owner_id,
  specializationId: service.specialization_id,
  ...serviceFields(service),
  toBring: service.to_bring,
  stepMinutes: service.step_minutes,
  bufferBefore: service.buffer_before,
  bufferAfter: service.buffer_after,
  noticeHours: service.notice_hours,
  bookableBy: service.bookable_by,
  version: versionOf(serviceIn(service)),
});

/** Returns a clinic's services as its members see them. */
export const serviceViews = ({ services }: ShownClinics, clinic: ShownClinic): ClinicServiceView[] =>
  services
    .filter(({ clinic_id }) => clinic_id === clinic.clinic_id)
    .map((service) => clinicServiceView(clinic, service));

const isPublic = ({ bookable_by }: ShownService): boolean => bookable_by !== 'staff';

/** Returns the hub services of active hubs for a clinic service. */
const offersOf = (
  { hubServices, hubs }: ShownClinics,
  { clinic_service_id: id }: ShownService,
): ShownHubService[] =>
  hubServices.filter(
    ({ clinic_service_id, hub_id }) =>
      clinic_service_id === id && hubs.some((hub) => hub.hub_id === hub_id && hub.status === 'active'),
  );

const rangeOf = (values: readonly number[]) => ({ from: Math.min(...values), to: Math.max(...values) });

/** Returns the range of duration and price of a service, if hubs have terms of their own. */
const offered = (service: ShownService, offers: readonly ShownHubService[]) => {
  const isOwn = offers.some((offer) => offer.own_duration !== null || offer.own_price_cents !== null);
  if (!isOwn) return {};
  const duration = rangeOf(offers.map(({ own_duration: own }) => own ?? service.duration));
  const price = rangeOf(offers.map(({ own_price_cents: own }) => (own ?? service.price_cents) / 100));
  return { offered: { duration, price } };
};

/** Returns a clinic's services as visitors see them: only those offered by a hub. */
export const publicServiceViews = (all: ShownClinics, clinic: ShownClinic): PublicServiceView[] =>
  all.services
    .filter((service) => service.clinic_id === clinic.clinic_id && isPublic(service))
    .map((service) => [service, offersOf(all, service)] as const)
    .filter(([, offers]) => offers.length > 0)
    .map(([service, offers]) => ({
      id: service.clinic_service_id,
      clinicId: service.clinic_id,
      specializationId: service.specialization_id,
      ...serviceFields(service),
      ...offered(service, offers),
      ...(offers.length > 1 && { several_professionals: true }),
    }));

type Terms = Pick<ShownHubService, 'hub_service_id' | 'own_duration' | 'own_price_cents'>;

const publicHubServiceView = (terms: Terms, service: Service): PublicHubServiceView => ({
  id: terms.hub_service_id,
  clinicServiceId: service.clinic_service_id,
  ...serviceFields({
    ...service,
    duration: terms.own_duration ?? service.duration,
    price_cents: terms.own_price_cents ?? service.price_cents,
  }),
});

/** Returns the record replaced by a call that sets a hub's terms; its content gives the version. */
export const termsIn = (terms: Omit<Terms, 'hub_service_id'>) => ({
  duration: terms.own_duration,
  price: terms.own_price_cents === null ? null : terms.own_price_cents / 100,
});

export const hubServiceView = (terms: Terms, service: Service): HubServiceView => ({
  ...publicHubServiceView(terms, service),
  ownDuration: terms.own_duration,
  ownPrice: termsIn(terms).price,
  version: versionOf(termsIn(terms)),
});

const servicesOf = <View>(
  { hubServices, services }: Pick<ShownClinics, 'hubServices' | 'services'>,
  hub: ShownHub,
  viewOf: (terms: Terms, service: Service) => View,
): View[] =>
  hubServices.flatMap((offered) => {
    const service = services.find((one) => one.clinic_service_id === offered.clinic_service_id);
    return offered.hub_id === hub.hub_id && service ? [viewOf(offered, service)] : [];
  });

export const availabilityView = (window: ShownWindow): AvailabilityView => ({
  id: window.availability_id,
  hubId: window.hub_id,
  working_day: window.working_day,
  starting_hour: window.starting_hour,
  ending_hour: window.ending_hour,
  valid_from: window.valid_from,
  valid_until: window.valid_until,
  every_weeks: window.every_weeks,
  anchor_monday: window.anchor_monday,
});

export const dayHoursView = (row: ShownDayHours): DayHoursView => ({
  date: row.date,
  windows: windowsIn(row).map(({ startingHour, endingHour }) => ({
    starting_hour: startingHour,
    ending_hour: endingHour,
  })),
});

/** Dates before yesterday (UTC) are past in every zone. */
export const firstDayShown = (now: Date): string =>
  new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);

/** Returns the record replaced by a call that sets hours of dates; its content gives the version. */
export const dayHoursIn = (rows: readonly ShownDayHours[]) => ({ days: rows.map(dayHoursView) });

/** An invitee's name and phone stay hidden from others until the invitation is accepted. */
const isHidden = (hub: ShownHub, viewerId: string): boolean =>
  (hub.status === 'pending' || hub.status === 'rejected') && hub.pro_id !== viewerId;

const includesVacations = (plan: PlanName | null): boolean => planByName(plan ?? 'free').vacationFunction;

type Membership = { readonly clinic: ShownClinic; readonly hub: ShownHub };

/** Returns whether a member may change the visits of a hub. */
const mayChangeVisits = (all: ShownClinics, { clinic, hub }: Membership, viewerId: string): boolean =>
  hub.pro_id === viewerId ||
  clinic.owner_id === viewerId ||
  all.hubs.some(
    ({ clinic_id, pro_id, status, role }) =>
      clinic_id === clinic.clinic_id && pro_id === viewerId && status === 'active' && calendarRoles.has(role),
  );

/** Returns a hub as a member of its clinic, or its own pro, sees it. */
export const hubView = (all: ShownClinics, { clinic, hub }: Membership, viewerId: string): HubView => {
  const hidden = isHidden(hub, viewerId);
  const { days } = dayHoursIn(all.dayHours.filter(({ hub_id }) => hub_id === hub.hub_id));
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
    services: servicesOf(all, hub, hubServiceView),
    availabilities: all.availabilities.filter(({ hub_id }) => hub_id === hub.hub_id).map(availabilityView),
    day_hours: days,
    hours_version: versionOf({ days }),
    vacation_function: includesVacations(clinic.owner_plan) || (!hidden && includesVacations(hub.plan)),
    ...(!hidden &&
      mayChangeVisits(all, { clinic, hub }, viewerId) && { mails_cancellations: hub.cancel_booking_email }),
  };
};

type Place = 'name' | 'province_id' | 'city' | 'address' | 'postal_code' | 'phone' | 'email' | 'directions';

/** Returns the record replaced by a call that changes a clinic's details; its content gives the version. */
export const detailsIn = (clinic: Pick<ShownClinic, Place>) => ({
  name: clinic.name,
  provinceId: clinic.province_id,
  city: clinic.city,
  address: clinic.address,
  postalCode: clinic.postal_code,
  phone: clinic.phone,
  email: clinic.email,
  directions: clinic.directions,
});

/**
 * Returns a clinic as a member sees it. Only the owner and the invitee see pending and rejected invitations.
 */
export const clinicView = (all: ShownClinics, clinic: ShownClinic, viewerId: string): ClinicView => ({
  ...place(clinic),
  province: provinceById(clinic.province_id)?.name ?? '',
  province_id: clinic.province_id,
  owner_id: clinic.owner_id,
  owner: ownerOf(clinic),
  phone: clinic.phone,
  email: clinic.email,
  directions: clinic.directions,
  online_booking: clinic.online_booking,
  second_factor: clinic.second_factor,
  patients_shared: clinic.patients_shared,
  vacation_function: includesVacations(clinic.owner_plan),
  status: clinic.status,
  version: versionOf(detailsIn(clinic)),
  clinic_services: serviceViews(all, clinic),
  hubs: all.hubs
    .filter((hub) => hub.clinic_id === clinic.clinic_id)
    .filter((hub) => viewerId === clinic.owner_id || !isHidden(hub, viewerId))
    .map((hub) => hubView(all, { clinic, hub }, viewerId)),
});

export const publicClinicView = (all: ShownClinics, clinic: ShownClinic): PublicClinic => ({
  ...place(clinic),
  province: provinceById(clinic.province_id)?.name ?? '',
  phone: clinic.phone,
  email: clinic.email,
  online_booking: clinic.online_booking,
  clinic_services: publicServiceViews(all, clinic),
});

export const publicHubView = (all: ShownClinics, hub: ShownHub): PublicHub => ({
  id: hub.hub_id,
  clinicId: hub.clinic_id,
  professional: fullName(hub),
  services: servicesOf({ ...all, services: all.services.filter(isPublic) }, hub, publicHubServiceView),
});
