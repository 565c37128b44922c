import type { Zone } from '@visita/contracts/availability/zones';
import { professionalResource } from '@visita/contracts/agenda/resources';
import { blockersOf } from '@visita/contracts/availability/blockers';
import { isOffered } from '@visita/contracts/availability/slots';
import type { BookedService, BookingDetails } from '@visita/contracts/booking/events';
import { type ClinicServiceData, onOwnTerms, type ServiceRules } from '@visita/contracts/clinic/events';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { type HubAtClinic, loadHub } from '../access.ts';
import { isClosed, isWithinHours, type Resource } from '../agenda/resource.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from '../pro/state.ts';
import { loadPro } from '../pro/view.ts';
import type { Occupant } from './reserve.ts';
import { servicesAt, visitOf } from './several-services.ts';

/** A service of an active hub of an active clinic, which can be booked. */
export type Bookable = HubAtClinic & {
  pro: ProAccount;
  /** Resources that a booking occupies, its professional first. */
  resources: readonly [Resource, ...Resource[]];
  service: BookedService;
  rules: ServiceRules;
  zone: Zone;
};

/** Returns a service on the hub's own terms; undefined if the hub does not offer it. */
const listedService = (
  { hub, clinic }: Pick<HubAtClinic, 'hub' | 'clinic'>,
  hubServiceId: string,
): ClinicServiceData | undefined => {
  const offered = hub.services.find((one) => one.hubServiceId === hubServiceId);
  const listed = clinic.services.find((one) => one.clinicServiceId === offered?.clinicServiceId);
  return listed && onOwnTerms(listed, offered?.own ?? {});
};

/** The service that a booking keeps, and the rules for its start. */
type Visit = Pick<Bookable, 'service' | 'rules'>;

/**
 * Returns the service of a visit on the hub's own terms, or its services as one; undefined if the hub does not offer
 * one of them. Throws `malformed-request` if they exceed the maximum of duration or price together.
 */
export const listedVisit = (
  place: Pick<HubAtClinic, 'hub' | 'clinic'>,
  hubServiceIds: readonly string[],
): Visit | undefined => {
  const services = hubServiceIds.flatMap((hubServiceId) => {
    const listed = listedService(place, hubServiceId);
    return listed ? [{ hubServiceId, ...listed }] : [];
  });
  const [first, ...others] = services;
  if (!first || services.length < hubServiceIds.length) return undefined;
  return visitOf([first, ...others]);
};

/**
 * Returns a professional at a hub as a resource. Times taken by other bookings are decided by the
 * agenda.
 */
const professionalAt = ({ hub, clinic, pro }: Pick<Bookable, 'hub' | 'clinic' | 'pro'>): Resource => ({
  resourceId: professionalResource(pro.id),
  windows: hub.availabilities,
  dayHours: Object.entries(hub.dayHours).map(([date, windows]) => ({ date, windows })),
  closings: blockersOf({
    // This field matters for bookings only.
    now: 0,
    proId: pro.id,
    hubId: hub.hubId,
    bookings: [],
    closings: clinic.closings.map(({ closingId, period }) => ({ id: closingId, ...period })),
    vacations: hub.vacations.map(({ vacationId, period }) => ({ id: vacationId, ...period })),
  }),
});

/** A hub service, several of one visit, or a hub service with which a booking keeps its further services. */
type Wanted =
  | string
  | readonly [string, ...string[]]
  | { readonly hubServiceId: string; readonly keeps: BookedService | undefined };

const firstOf = (wanted: Wanted): string => {
  if (typeof wanted === 'string') return wanted;
  return 'keeps' in wanted ? wanted.hubServiceId : wanted[0];
};

const idsAt = (found: HubAtClinic, wanted: Wanted): readonly string[] => {
  if (typeof wanted === 'string') return [wanted];
  if (!('keeps' in wanted)) return wanted;
  const { hubServiceId, keeps } = wanted;
  return keeps ? servicesAt(found, keeps, hubServiceId) : [hubServiceId];
};

/**
 * Reads the facts behind the wanted services from the write side. `allow` throws if the caller may not know the hub's state; it runs before any refusal that would reveal
 * this state. Throws `not-found`, `clinic-archived`, `service-unknown` or `hub-not-active`.
 */
export const loadBookable = async (
  deps: Pick<Dependencies, 'domain' | 'zones'>,
  wanted: Wanted,
  allow: (found: HubAtClinic) => void,
): Promise<Bookable> => {
  const { domain, zones } = deps;
  const found = await loadHub(domain, parentOf(firstOf(wanted)));
  allow(found);
  const { hub, member, clinic } = found;
  if (clinic.status !== 'active') throw new Rejection('clinic-archived');
  const visit = listedVisit(found, idsAt(found, wanted));
  if (!visit) throw new Rejection('service-unknown');
  if (member.status !== 'active') throw new Rejection('hub-not-active');
  const pro = await loadPro(domain, hub.proId);
  const zone = zones(clinic.details.timezone);
  const resources = [professionalAt({ hub, clinic, pro })] as const;
  return { ...found, pro, resources, ...visit, zone };
};

/** Returns the resources that a booking occupies. */
export const occupantOf = ({ pro, resources: [, ...others] }: Bookable): Occupant => ({
  proId: pro.id,
  resourceIds: others.map(({ resourceId }) => resourceId),
});

export type BookingInterval = Pick<BookingDetails, 'start' | 'end'>;

/** Returns the instants of a visit from its local start at the clinic and the service's length. */
export const intervalOf = (
  { zone, service }: Pick<Bookable, 'zone'> & { service: Pick<BookedService, 'duration'> },
  wallClock: string,
): BookingInterval => {
  const start = zone.toMs(wallClock);
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + service.duration * 60_000).toISOString(),
  };
};

/** Returns the input of the slot rule for a service, without bookings. */
export const gridOf = ({ zone, pro, service, rules, resources: [professional] }: Bookable, now: string) => ({
  zone,
  now,
  horizonDays: pro.options.calendarAvailabilityLimit,
  durationMinutes: service.duration,
  stepMinutes: rules.stepMinutes ?? null,
  noticeHours: Math.max(rules.noticeHours ?? 0, pro.options.bookingNoticeHours),
  windows: professional.windows,
  dayHours: professional.dayHours,
});

/**
 * Refuses with `slot-not-offered` a patient's start that is not among the offered start times: off
 * their steps, outside hours, notice or horizon, or for a service that patients may not book. If
 * the professional wants no useless gaps, the offered times depend on other bookings, and
 * `requireGapless` decides.
 */
export const requireOffered = (bookable: Bookable, interval: BookingInterval, now: string): void => {
  const { pro, rules, zone } = bookable;
  const [professional, ...others] = bookable.resources;
  const isOpen = (one: Resource) => isWithinHours(zone, one, interval) && !isClosed(one, interval);
  const isOnGrid = () =>
    pro.options.gaplessStarts ||
    isOffered({ ...gridOf(bookable, now), busy: professional.closings }, interval.start);
  if (rules.bookableBy === 'staff' || !others.every(isOpen) || !isOnGrid())
    throw new Rejection('slot-not-offered');
};

/**
 * Refuses with `professional-busy` a time in a closing or vacation. Professionals may ignore
 * working hours and horizon.
 */
export const requireOpen = ({ resources }: Bookable, interval: BookingInterval): void => {
  if (resources.some((one) => isClosed(one, interval))) throw new Rejection('professional-busy');
};
