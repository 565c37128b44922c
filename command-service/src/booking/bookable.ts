import type { Zone } from '@visita/contracts/availability/zones';
import { type Blocker, blockersOf, conflictsOf } from '@visita/contracts/availability/blockers';
import { isOffered } from '@visita/contracts/availability/slots';
import type { BookedService, BookingDetails } from '@visita/contracts/booking/events';
import { type ClinicServiceData, onOwnTerms, type ServiceRules } from '@visita/contracts/clinic/events';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { type HubAtClinic, loadHub } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ProAccount } from '../pro/state.ts';
import { loadPro } from '../pro/view.ts';

/** What can be booked: a service of an active hub of a clinic that is there. */
export type Bookable = HubAtClinic & {
  pro: ProAccount;
  service: BookedService;
  rules: ServiceRules;
  zone: Zone;
};

/** What a booking keeps of a service. */
const snapshot = (hubServiceId: string, service: ClinicServiceData): BookedService => {
  const { stepMinutes: _step, noticeHours: _notice, bookableBy: _by, ...kept } = service;
  return { hubServiceId, ...kept };
};

/** A service as a hub offers it, on the hub's own terms; undefined where it does not. */
export const listedService = (
  { hub, clinic }: Pick<HubAtClinic, 'hub' | 'clinic'>,
  hubServiceId: string,
): ClinicServiceData | undefined => {
  const offered = hub.services.find((one) => one.hubServiceId === hubServiceId);
  const listed = clinic.services.find((one) => one.clinicServiceId === offered?.clinicServiceId);
  return listed && onOwnTerms(listed, offered?.own ?? {});
};

/**
 * The facts behind a hub service, read from the write side. `allow` throws for those who may not know the hub's state;
 * it comes before any refusal that would tell it.
 */
export const loadBookable = async (
  deps: Dependencies,
  hubServiceId: string,
  allow: (found: HubAtClinic) => void,
): Promise<Bookable> => {
  const { domain, zones } = deps;
  const found = await loadHub(domain, parentOf(hubServiceId));
  allow(found);
  const { hub, member, clinic } = found;
  if (clinic.status !== 'active') throw new Rejection('clinic-archived');
  const service = listedService(found, hubServiceId);
  if (!service) throw new Rejection('service-unknown');
  if (member.status !== 'active') throw new Rejection('hub-not-active');
  const pro = await loadPro(domain, hub.proId);
  const zone = zones(clinic.details.timezone);
  return { ...found, pro, service: snapshot(hubServiceId, service), rules: service, zone };
};

export type BookingInterval = Pick<BookingDetails, 'start' | 'end'>;

/** The instants of a clinic's wall-clock start and a service's length. */
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

/** Closings and vacations; what other bookings take is decided by the agenda. */
export const inactivities = ({ hub, clinic, pro }: Bookable, now: string): Blocker[] =>
  blockersOf({
    now,
    proId: pro.id,
    hubId: hub.hubId,
    bookings: [],
    closings: clinic.closings.map(({ closingId, period }) => ({ id: closingId, ...period })),
    vacations: hub.vacations.map(({ vacationId, period }) => ({ id: vacationId, ...period })),
  });

/** When somebody works at a hub, as the slot rule asks for it. */
export const hoursAt = ({
  availabilities,
  dayHours,
}: Pick<HubAtClinic['hub'], 'availabilities' | 'dayHours'>) => ({
  windows: availabilities,
  dayHours: Object.entries(dayHours).map(([date, windows]) => ({ date, windows })),
});

/** The slot rule's question about a service, without what is booked. */
export const gridOf = (bookable: Bookable, now: string) => ({
  zone: bookable.zone,
  now,
  horizonDays: bookable.pro.options.calendarAvailabilityLimit,
  durationMinutes: bookable.service.duration,
  stepMinutes: bookable.rules.stepMinutes ?? null,
  noticeHours: Math.max(bookable.rules.noticeHours ?? 0, bookable.pro.options.bookingNoticeHours),
  ...hoursAt(bookable.hub),
});

/**
 * A patient books what is open to them, on the grid, within working hours, notice and horizon. Where the professional
 * wants no useless gaps, the grid depends on what is booked, and `requireGapless` says what is offered.
 */
export const requireOffered = (bookable: Bookable, { start }: BookingInterval, now: string): void => {
  if (bookable.rules.bookableBy === 'staff') throw new Rejection('slot-not-offered');
  if (bookable.pro.options.gaplessStarts) return;
  if (!isOffered({ ...gridOf(bookable, now), busy: inactivities(bookable, now) }, start))
    throw new Rejection('slot-not-offered');
};

/** A pro may ignore working hours and horizon, but not a closing or a vacation. */
export const requireOpen = (bookable: Bookable, { start, end }: BookingInterval, now: string): void => {
  const interval = { start: Date.parse(start), end: Date.parse(end) };
  if (conflictsOf(interval, inactivities(bookable, now)).length > 0) {
    throw new Rejection('professional-busy');
  }
};
