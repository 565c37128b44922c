import { offeredOn } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import type { PlannedSeries } from '@visita/contracts/api/series';
import type { SeriesDateState, SeriesPlan } from '@visita/contracts/series/views';
import { conflicts, type Reservation } from '../agenda/decider.ts';
import { isClosed, isWithinHours } from '../agenda/resource.ts';
import { type Bookable, type BookingInterval, gridOf, intervalOf, occupantOf } from '../booking/bookable.ts';
import { busyBy, isKept, type Taken } from '../booking/gapless.ts';
import { buffersOf, loadAgendas } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Visit = SeriesPlan['visits'][number];
/** A date of a series; `anyway`: the visit will overlap another visit's buffer. */
export type CheckedVisit = Visit & { readonly anyway: boolean };

/** Facts for the check of dates. */
type Checking = {
  readonly domain: Domain;
  readonly bookable: Bookable;
  readonly now: string;
  /** Bookings that leave their time. */
  readonly except?: ReadonlySet<string>;
};

/** Days before and after a date in which alternatives are looked for, so that a closing of two weeks is passed. */
const nearDays = 14;
const alternativesMaximum = 3;
const dayMs = 86_400_000;

/** Reads the reservations of the professional that touch an interval, except unused ones. */
const takenIn = async (
  { domain, bookable, now, except }: Checking,
  interval: BookingInterval,
): Promise<readonly Taken[]> => {
  const occupying = { ...occupantOf(bookable), ...interval, ...buffersOf(bookable.service) };
  const taken = (await loadAgendas(domain, occupying))
    .flatMap((agenda) => agenda.taken)
    .filter(({ bookingId }) => !except?.has(bookingId));
  const kept = await Promise.all(taken.map((one) => isKept(domain, one, now)));
  return taken.filter((_, index) => kept[index]);
};

/** Returns the interval of a visit with its buffers, as another reservation would see it. */
const reservationOf = ({ service }: Bookable, interval: BookingInterval, id: string): Reservation => ({
  reservationId: id,
  bookingId: id,
  ...interval,
  ...buffersOf(service),
  deadline: interval.start,
});

type Around = { readonly interval: BookingInterval; readonly taken: readonly Taken[] };

const stateOf = ({ bookable, now }: Checking, { interval, taken }: Around): SeriesDateState => {
  const { resources, zone } = bookable;
  const wanted = reservationOf(bookable, interval, '');
  if (interval.start <= now) return 'past';
  if (resources.some((one) => isClosed(one, interval))) return 'closed';
  if (conflicts({ taken }, wanted, 'anyway').length > 0) return 'taken';
  if (conflicts({ taken }, wanted, 'staff').length > 0) return 'buffer';
  return resources.every((one) => isWithinHours(zone, one, interval)) ? 'free' : 'outside-hours';
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Days around a date: the date itself, then the nearest ones. */
const daysNear = (day: string): string[] => [
  day,
  ...Array.from({ length: nearDays }, (_, index) => [
    addDays(day, index + 1),
    addDays(day, -index - 1),
  ]).flat(),
];

/**
 * Creates the search for the free starts nearest to a date, by the rules of staff: of its own day, then of the days
 * around it; a date before today has none. Each day is read once for all dates, and only if it has open hours.
 */
export const createAlternatives = (checking: Checking) => {
  const { bookable, now } = checking;
  const { zone, service, resources } = bookable;
  const { closings } = resources[0];
  const today = zone.dayOf(now);
  const days = new Map<string, Promise<readonly Taken[]>>();

  const takenOn = (day: string): Promise<readonly Taken[]> => {
    const { midnight, next } = zone.localDay(day);
    const interval = { start: new Date(midnight).toISOString(), end: new Date(next).toISOString() };
    const taken = days.get(day) ?? takenIn(checking, interval);
    days.set(day, taken);
    return taken;
  };

  /** `own` are other visits of the series. */
  return async (date: string, own: readonly Taken[] = []): Promise<string[]> => {
    const day = date.slice(0, 10);
    if (day < today) return [];
    const question = {
      ...gridOf(bookable, now),
      horizonDays: (Date.parse(day) - Date.parse(today)) / dayMs + nearDays,
      noticeHours: 0,
      bufferBefore: service.bufferBefore ?? 0,
      bufferAfter: service.bufferAfter ?? 0,
    };
    const openOn = offeredOn({ ...question, busy: closings });
    const distance = (one: string) => Math.abs(minutesOf(one.slice(11)) - minutesOf(date.slice(11)));
    const found: string[] = [];
    for (const near of daysNear(day)) {
      if (openOn(near).length === 0) continue;
      const busy = [...closings, ...busyBy([...(await takenOn(near)), ...own])];
      const starts = offeredOn({ ...question, busy })(near).map((time) => `${near}T${time}`);
      found.push(...starts.filter((one) => one !== date).toSorted((a, b) => distance(a) - distance(b)));
      if (found.length >= alternativesMaximum) break;
    }
    return found.slice(0, alternativesMaximum);
  };
};

/** States of dates that staff may decide to keep. */
const keepable: ReadonlySet<SeriesDateState> = new Set(['free', 'outside-hours', 'buffer']);

type Decisions = PlannedSeries['decisions'];

/**
 * Checks the dates of a series in order, with the decisions about them. A date that overlaps an earlier visit of the
 * series is taken.
 */
export const checkDates = async (
  checking: Checking,
  dates: readonly string[],
  decisions: Decisions,
): Promise<CheckedVisit[]> => {
  const decided = new Map(decisions.map(({ date, use }) => [date.slice(0, 16), use && use.slice(0, 16)]));
  const alternativesFor = createAlternatives(checking);
  const own: Taken[] = [];
  const check = async (start: string) => {
    const interval = intervalOf(checking.bookable, start);
    const taken = [...(await takenIn(checking, interval)), ...own];
    return { start, interval, state: stateOf(checking, { interval, taken }) };
  };
  const visits: CheckedVisit[] = [];
  for (const date of dates) {
    const first = await check(date);
    const decision = decided.get(date);
    const chosen = typeof decision === 'string' && decision !== date ? await check(decision) : first;
    const possible = decision === undefined ? chosen.state === 'free' : keepable.has(chosen.state);
    const use = decision !== null && possible ? chosen.start : null;
    if (use) own.push({ ...reservationOf(checking.bookable, chosen.interval, date), secured: true });
    const alternatives = first.state === 'free' ? [] : await alternativesFor(date, own);
    const anyway = use !== null && chosen.state === 'buffer';
    visits.push({
      date,
      state: first.state,
      use,
      decided: decision === null || use !== null,
      alternatives,
      anyway,
    });
  }
  return visits;
};
