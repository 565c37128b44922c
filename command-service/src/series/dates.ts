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

/** Days before and after a date in which alternatives are looked for. */
const nearDays = 3;
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

/** Returns the free starts of a local day by the rules of staff, in order; `own` are other visits of the series. */
const freeOn = async (checking: Checking, day: string, own: readonly Taken[]): Promise<string[]> => {
  const { bookable, now } = checking;
  const { zone, service, resources } = bookable;
  const { midnight, next } = zone.localDay(day);
  const [start, end] = [new Date(midnight).toISOString(), new Date(next).toISOString()];
  const taken = await takenIn(checking, { start, end });
  const timesOn = offeredOn({
    ...gridOf(bookable, now),
    horizonDays: (Date.parse(day) - Date.parse(zone.dayOf(now))) / dayMs,
    noticeHours: 0,
    bufferBefore: service.bufferBefore ?? 0,
    bufferAfter: service.bufferAfter ?? 0,
    busy: [...resources[0].closings, ...busyBy([...taken, ...own])],
  });
  return timesOn(day).map((time) => `${day}T${time}`);
};

/** Returns the free starts nearest to a date: of its own day, then of the days around it. */
export const alternativesFor = async (
  checking: Checking,
  date: string,
  own: readonly Taken[] = [],
): Promise<string[]> => {
  const distance = (one: string) => Math.abs(minutesOf(one.slice(11)) - minutesOf(date.slice(11)));
  const found: string[] = [];
  for (const day of daysNear(date.slice(0, 10))) {
    const starts = await freeOn(checking, day, own);
    found.push(...starts.filter((one) => one !== date).toSorted((a, b) => distance(a) - distance(b)));
    if (found.length >= alternativesMaximum) break;
  }
  return found.slice(0, alternativesMaximum);
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
    const alternatives = first.state === 'free' ? [] : await alternativesFor(checking, date, own);
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
