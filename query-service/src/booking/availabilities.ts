import pLimit from 'p-limit';
import { type Blocker, blockersOf, type BookingFact } from '@visita/contracts/availability/blockers';
import { offeredOn } from '@visita/contracts/availability/slots';
import { addDays, type Zone } from '@visita/contracts/availability/zones';
import { idsIn, termsTogether } from '@visita/contracts/booking/several-services';
import type { DayAvailability } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import { createYield, mapYielding, yieldTurn } from '@visita/platform/async/event-loop';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import type { LastChanges } from '../last-changes.ts';
import { found } from '../rows.ts';
import { createKeptFacts } from './kept-facts.ts';
import { windowsIn } from '@visita/read-model/hub/columns';
import { fullName } from '@visita/read-model/pro/view';
import { readAvailabilityFacts, type AvailabilityFacts, type BookableHub } from './availability-facts.ts';

type Entry = DayAvailability['bookingAvailabilities'][number];
export type Situation = { readonly facts: AvailabilityFacts; readonly zone: Zone; readonly now: number };

type Service = AvailabilityFacts['services'][number];
type Offer = (hub: BookableHub, service: Service) => Promise<Record<string, string[]>>;

const datesFrom = (first: string, days: number): string[] =>
  Array.from({ length: days + 1 }, (_, index) => addDays(first, index));

type Busy = AvailabilityFacts['busy'][number];

export const bookingOf = ({
  id,
  pro_id,
  start,
  end,
  hold_until,
  buffer_before,
  buffer_after,
}: Busy): BookingFact => ({
  bufferBefore: buffer_before,
  bufferAfter: buffer_after,
  id,
  proId: pro_id,
  start,
  end,
  status: hold_until === null ? 'confirmed' : 'pending',
  holdUntil: hold_until,
});

/** Returns several services of one hub as the one service that a visit with all of them is; the first gives the names. */
export const servicesTogether = (services: readonly [Service, ...Service[]]): Service => {
  const [first, ...others] = services;
  if (others.length === 0) return first;
  const terms = termsTogether([rulesOf(first), ...others.map(rulesOf)]);
  return {
    ...first,
    duration: terms.durationMinutes,
    step_minutes: terms.stepMinutes,
    buffer_before: terms.bufferBefore,
    buffer_after: terms.bufferAfter,
    notice_hours: terms.noticeHours,
  };
};

const rulesOf = (service: Service) => ({
  durationMinutes: service.duration,
  stepMinutes: service.step_minutes,
  bufferBefore: service.buffer_before,
  bufferAfter: service.buffer_after,
  noticeHours: service.notice_hours,
});

type Hours = readonly { readonly hub_id: string }[];
const ofHub = <Rows extends Hours>(rows: Rows, { hub_id }: BookableHub): Rows[number][] =>
  rows.filter((row) => row.hub_id === hub_id);

/** Returns the slot rule's input for a hub and one of its services. */
export const questionsOf = (situation: Situation) => {
  const { facts, zone, now } = situation;
  const busyByPro = Map.groupBy(facts.busy, ({ pro_id }) => pro_id);
  const vacations = facts.vacations.map(({ hub_id, ...period }) => ({ ...period, hubId: hub_id }));
  const windowOf = (window: AvailabilityFacts['windows'][number]) => ({
    workingDay: window.working_day,
    startingHour: window.starting_hour,
    endingHour: window.ending_hour,
    validFrom: window.valid_from,
    validUntil: window.valid_until,
    everyWeeks: window.every_weeks,
    anchorMonday: window.anchor_monday,
  });
  const busy = new Map<string, readonly Blocker[]>();
  const busyOf = (hub: BookableHub) => {
    const known = busy.get(hub.hub_id);
    if (known) return known;
    const own = busyByPro.get(hub.pro_id) ?? [];
    const blockers = blockersOf({
      now,
      proId: hub.pro_id,
      hubId: hub.hub_id,
      bookings: own.filter(({ blocked }) => !blocked).map(bookingOf),
      blocks: own.filter(({ blocked }) => blocked),
      vacations,
      closings: facts.closings,
    });
    busy.set(hub.hub_id, blockers);
    return blockers;
  };
  return (hub: BookableHub, service: Service) => ({
    zone,
    now,
    horizonDays: hub.horizon_days,
    ...rulesOf(service),
    noticeHours: Math.max(service.notice_hours, hub.notice_hours),
    gapless: hub.gapless_starts ? { shortestMinutes: hub.shortest_service ?? service.duration } : null,
    windows: ofHub(facts.windows, hub).map(windowOf),
    dayHours: ofHub(facts.dayHours, hub).map((row) => ({ date: row.date, windows: windowsIn(row) })),
    busy: busyOf(hub),
  });
};

/**
 * Returns the free times of a hub's services. Services of equal length and rules at one hub have
 * the same free times, so each time is computed once. The computation yields between dates.
 */
const createOffer = (
  situation: Situation,
  dates: readonly string[],
  yieldIfDue: ReturnType<typeof createYield>,
): Offer => {
  const questionOf = questionsOf(situation);
  const known = new Map<string, Record<string, string[]>>();
  return async (hub, service) => {
    const key = `${hub.hub_id} ${Object.values(rulesOf(service)).join(' ')}`;
    const offered = known.get(key) ?? {};
    if (known.has(key)) return offered;
    const timesOn = offeredOn(questionOf(hub, service));
    for (const date of dates) {
      await yieldIfDue();
      offered[date] = timesOn(date);
    }
    known.set(key, offered);
    return offered;
  };
};

const entryOf = (
  hub: BookableHub,
  service: AvailabilityFacts['services'][number],
  availabilities: string[],
): Entry => ({
  clinic_service_id: service.clinic_service_id,
  service: service.service_name,
  ...specializationNamesOf(service.specialization_id),
  hubId: hub.hub_id,
  professional: fullName(hub),
  hubServiceId: service.hub_service_id,
  ...(service.own_duration !== null && { duration: service.own_duration }),
  ...(service.own_price_cents !== null && { price: service.own_price_cents / 100 }),
  availabilities,
});

/** Requested part of a clinic's free times: local days, inclusive, and one clinic or hub service. */
export type FreeTimesQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly clinicServiceId?: string | undefined;
  readonly hubServiceId?: string | undefined;
  /** Further hub services of the same visit, separated by commas. */
  readonly andServices?: string | undefined;
};

type Offered = {
  readonly hub: BookableHub;
  readonly service: Service;
  readonly byDate: Record<string, string[]>;
};

const isRequested =
  ({ clinicServiceId, hubServiceId }: FreeTimesQuery) =>
  ({ clinic_service_id, hub_service_id }: Service): boolean =>
    (clinicServiceId ?? clinic_service_id) === clinic_service_id &&
    (hubServiceId ?? hub_service_id) === hub_service_id;

/** Returns a service with the further ones that are asked for; undefined if one of them is not offered. */
export const withFurther = (
  services: readonly Service[],
  service: Service,
  { andServices }: FreeTimesQuery,
): Service | undefined => {
  const ids = idsIn(andServices);
  const further = services.filter(({ hub_service_id }) => ids.includes(hub_service_id));
  const all = ids.flatMap((id) => further.find(({ hub_service_id }) => hub_service_id === id) ?? []);
  return all.length < ids.length ? undefined : servicesTogether([service, ...all]);
};

/** Characters that one offer's names, and one time, add to an answer. */
const weights = { offer: 300, time: 8 };
/** Characters above which a public answer is refused. */
const mostWeight = 1_000_000;

const weightOf = (byDate: Record<string, string[]>): number =>
  Object.values(byDate).reduce(
    (sum, times) => sum + (times.length > 0 ? weights.offer + times.length * weights.time : 0),
    0,
  );

/** Returns the free professionals and times by service; refuses as soon as the answer gets too large. */
const offersOf = async (
  situation: Situation,
  dates: readonly string[],
  asked: FreeTimesQuery,
): Promise<Offered[]> => {
  const { hubs, services } = situation.facts;
  const yieldIfDue = createYield();
  const offer = createOffer(situation, dates, yieldIfDue);
  const byHub = Map.groupBy(services.filter(isRequested(asked)), ({ hub_id }) => hub_id);
  const offers: Offered[] = [];
  let weight = 0;
  for (const hub of hubs) {
    for (const listed of byHub.get(hub.hub_id) ?? []) {
      const service = withFurther(services, listed, asked);
      if (!service) continue;
      const byDate = await offer(hub, service);
      weight += weightOf(byDate);
      if (weight > mostWeight) throw new Rejection('answer-too-large');
      offers.push({ hub, service, byDate });
      await yieldIfDue();
    }
  }
  return offers;
};

/** Returns the requested dates that are open. */
const datesOf = ({ facts, zone, now }: Situation, { from = '', to = '9999' }: FreeTimesQuery): string[] => {
  const horizon = Math.max(...facts.hubs.map((hub) => hub.horizon_days));
  return datesFrom(zone.dayOf(now), horizon).filter((date) => date >= from && date <= to);
};

/** Returns the days with free times, by professional and service. Throws `answer-too-large`. */
export const dayAvailabilities = async (
  situation: Situation,
  asked: FreeTimesQuery = {},
): Promise<DayAvailability[]> => {
  const dates = datesOf(situation, asked);
  const offers = await offersOf(situation, dates, asked);
  const days = await mapYielding(dates, (date) => ({
    date,
    bookingAvailabilities: offers.flatMap(({ hub, service, byDate }) => {
      const times = byDate[date] ?? [];
      return times.length > 0 ? [entryOf(hub, service, times)] : [];
    }),
  }));
  return days.filter(({ bookingAvailabilities }) => bookingAvailabilities.length > 0);
};

type FreeTimes = { clinicId: string; asked: FreeTimesQuery; viewer?: string };

/**
 * Reads a clinic's free times for visitors, or for a pro's preview. Contains no counts, reasons or titles.
 */
export const readFreeTimes = async (
  { pool, clock, zones, strict: provenOnly }: Pick<Dependencies, 'pool' | 'clock' | 'zones' | 'strict'>,
  { clinicId, asked, viewer }: FreeTimes,
): Promise<DayAvailability[]> => {
  const now = clock().getTime();
  const facts = found(await readAvailabilityFacts(pool, clinicId, { now, provenOnly, viewer }));
  return dayAvailabilities({ facts, now, zone: zones(facts.timezone) }, asked);
};

/** Start times that can be checked in a few milliseconds. */
const mostOfSmall = 50_000;

/** Tells whether a question is cheap enough to run without queueing. */
const isSmall = (situation: Situation, asked: FreeTimesQuery): boolean => {
  const aDay = situation.facts.services
    .filter(isRequested(asked))
    .reduce((sum, { step_minutes, duration }) => sum + 1_440 / (step_minutes ?? duration), 0);
  return aDay * datesOf(situation, asked).length <= mostOfSmall;
};

/** Large public questions computed at a time; more would use up the processor. */
const largeAtOnce = 1;

export const availabilityHandlers = (deps: Dependencies & { lastChanges: Pick<LastChanges, 'ofClinic'> }) => {
  const { clock, zones, lastChanges } = deps;
  const limit = pLimit(largeAtOnce);
  const factsOf = createKeptFacts(deps);
  return {
    getBookingAvailabilities: async ({ params: { clinicId }, query }) => {
      const change = await lastChanges.ofClinic(clinicId);
      const facts = found(await factsOf(clinicId, change));
      // Questions that arrive together begin one after the other, so that light requests are answered between them.
      await yieldTurn();
      const situation = () => ({ facts, now: clock().getTime(), zone: zones(facts.timezone) });
      const workOut = () => dayAvailabilities(situation(), query);
      const data = await (isSmall(situation(), query) ? workOut() : limit(workOut));
      return { message: 'Booking availabilities', data };
    },
  } satisfies Handlers;
};
