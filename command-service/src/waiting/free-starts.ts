import { offeredOn } from '@visita/contracts/availability/slots';
import { addDays } from '@visita/contracts/availability/zones';
import { endOfQuiet } from '@visita/contracts/messages/due';
import type { Placing } from '../agenda/decider.ts';
import { type Bookable, gridOf, intervalOf } from '../booking/bookable.ts';
import { busyBy, isGapless, readTakenAround, shortestAt } from '../booking/gapless.ts';
import type { Domain } from '../domain.ts';

/** A free start of a service: local start, and the instants of the visit. */
export type FreeStart = { readonly wall: string; readonly start: string; readonly end: string };

type Stretch = { readonly start: string; readonly end: string };

const placing: Placing = 'online';

/** Returns the free starts of a service on one local day, as patients could book them. */
const startsOn = async (
  domain: Domain,
  bookable: Bookable,
  day: string,
  now: string,
): Promise<FreeStart[]> => {
  const { midnight } = bookable.zone.localDay(day);
  const noon = new Date(midnight + 12 * 3_600_000).toISOString();
  const interval = { start: noon, end: noon };
  const taken = await readTakenAround(domain, bookable, { interval, now });
  const { bufferBefore = 0, bufferAfter = 0 } = bookable.service;
  const times = offeredOn({
    ...gridOf(bookable, now),
    bufferBefore,
    bufferAfter,
    gapless: isGapless(bookable, placing) ? { shortestMinutes: shortestAt(bookable) } : null,
    busy: [...bookable.resources[0].closings, ...busyBy(taken)],
  })(day);
  return times.map((time) => ({ wall: `${day}T${time}`, ...intervalOf(bookable, `${day}T${time}`) }));
};

/** Returns the last day that patients may book. */
const lastBookable = ({ zone, pro }: Bookable, now: string): string =>
  addDays(zone.dayOf(now), pro.options.calendarAvailabilityLimit);

/** Returns the days of a stretch that patients may book. */
const daysIn = (bookable: Bookable, { start, end }: Stretch, now: string): string[] => {
  const { zone } = bookable;
  const today = zone.dayOf(now);
  const horizon = lastBookable(bookable, now);
  const [first, last] = [zone.dayOf(start), zone.dayOf(end)];
  const days: string[] = [];
  for (let day = first > today ? first : today; day <= last && day <= horizon; day = addDays(day, 1))
    days.push(day);
  return days;
};

/**
 * Returns the day of a stretch that patients cannot book yet, and the instant from which it is offered: on the first
 * day on which they can, after the quiet hours. Returns null if they can book it.
 */
export const opening = (
  bookable: Bookable,
  { start }: Stretch,
  now: string,
): { readonly day: string; readonly at: string } | null => {
  const { zone, pro } = bookable;
  const day = zone.dayOf(start);
  if (day <= lastBookable(bookable, now)) return null;
  const midnight = zone.midnight(addDays(day, -pro.options.calendarAvailabilityLimit));
  const at = endOfQuiet(pro.messages.quietHours, midnight, zone) ?? midnight;
  return { day, at: new Date(at).toISOString() };
};

/** Free starts by day and service, as long as nothing is booked or held. */
export type KnownStarts = Map<string, Map<Bookable, Promise<FreeStart[]>>>;

type Asked = { readonly domain: Domain; readonly known: KnownStarts; readonly now: string };

/** Yields the free starts of a service whose visits overlap a stretch, in order. */
export const freeStarts = async function* (
  { domain, known, now }: Asked,
  bookable: Bookable,
  stretch: Stretch,
): AsyncGenerator<FreeStart> {
  for (const day of daysIn(bookable, stretch, now)) {
    const ofDay = known.get(day) ?? new Map<Bookable, Promise<FreeStart[]>>();
    const starts = ofDay.get(bookable) ?? startsOn(domain, bookable, day, now);
    known.set(day, ofDay.set(bookable, starts));
    for (const one of await starts) if (one.start < stretch.end && one.end > stretch.start) yield one;
  }
};
