import type { BookingView } from '@visita/contracts/booking/views';
import { calendarRoles } from '@visita/contracts/clinic/roles';
import type { ClinicView, HubServiceView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';

/** Returns whether a professional runs a clinic's calendar, as its owner, a manager or its reception. */
export const runsCalendar = ({ owner_id: ownerId, hubs }: ClinicView, pro: Pick<Pro, 'id'>): boolean =>
  ownerId === pro.id ||
  hubs.some(({ proId, role, status }) => proId === pro.id && status === 'active' && calendarRoles.has(role));

/**
 * Returns whether a professional sees the patients of all professionals of a clinic: as its reception, or as owner or
 * manager of a clinic that shares them.
 */
export const seesPatients = (clinic: ClinicView, pro: Pick<Pro, 'id'>): boolean =>
  runsCalendar(clinic, pro) &&
  (clinic.patients_shared === true ||
    (clinic.owner_id !== pro.id &&
      clinic.hubs.some(({ proId, role }) => proId === pro.id && role === 'reception')));

/**
 * Returns the hubs that a professional may book for: guests only their own, those who run the calendar all active
 * ones. A reception cannot be booked.
 */
export const hubsFor = (clinic: ClinicView | undefined, pro: Pro): HubView[] => {
  if (!clinic) return [];
  const everybody = runsCalendar(clinic, pro);
  return clinic.hubs.filter(
    ({ status, proId, role }) =>
      status === 'active' && role !== 'reception' && (everybody || proId === pro.id),
  );
};

/** A hub with its clinic's name. */
export type HubAtClinic = HubView & { readonly name: string };

/** Returns the hubs for which a professional may plan, own ones first, with their clinics' names. */
export const plannableHubs = (clinics: readonly ClinicView[], pro: Pro): HubAtClinic[] =>
  clinics
    .flatMap((clinic) => hubsFor(clinic, pro).map((hub) => ({ ...hub, name: clinic.name })))
    .toSorted((one, other) => Number(other.proId === pro.id) - Number(one.proId === pro.id));

/** Returns whether an account works at receptions only, which have no booking page. */
export const isReceptionOnly = (hubs: readonly HubView[]): boolean => {
  const accepted = hubs.filter(({ status }) => ['active', 'paused', 'stop'].includes(status));
  return accepted.length > 0 && accepted.every(({ role }) => role === 'reception');
};

/** Returns whether an account only works at receptions and owns no clinic. */
export const isDeskOnly = (clinics: readonly ClinicView[], { id }: Pick<Pro, 'id'>): boolean =>
  !clinics.some(({ owner_id: ownerId }) => ownerId === id) &&
  isReceptionOnly(clinics.flatMap(({ hubs }) => hubs).filter(({ proId }) => proId === id));

/** Returns whether a professional may change the hours of single days of a hub: of their own, or a colleague's. */
export const setsDayHours = (clinic: ClinicView, hub: HubView, pro: Pick<Pro, 'id'>): boolean =>
  hub.status === 'active' && hub.role !== 'reception' && (hub.proId === pro.id || runsCalendar(clinic, pro));

export const nameOf = ({ pro }: HubView) => [pro.name, pro.lastname].filter(Boolean).join(' ') || pro.email;

export const serviceLabel = ({ serviceName, duration }: { serviceName: string; duration: number }) =>
  `${serviceName} (${duration} min)`;

/** Returns the ids of the clinic's services that a visit has beside its first one. */
export const furtherIdsOf = ({ services = [] }: Pick<BookingView, 'services'>): string[] =>
  services.slice(1).map((one) => one.clinic_service_id);

/** Returns a professional's active services with the given ids of the clinic's services, in order. */
export const servicesWith = (
  services: readonly HubServiceView[],
  clinicServiceIds: readonly string[],
): HubServiceView[] =>
  clinicServiceIds.flatMap((id) => services.find((one) => one.activated && one.clinicServiceId === id) ?? []);
