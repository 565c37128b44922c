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

/** Returns the free starts of a service on one local day, as patients could book them or at every minute. */
const startsOn = async (
  { domain, now }: Asked,
  bookable: Bookable,
  { day, everyMinute }: { readonly day: string; readonly everyMinute: boolean },
): Promise<FreeStart[]> => {
  const { midnight } = bookable.zone.localDay(day);
  const noon = new Date(midnight + 12 * 3_600_000).toISOString();
  const interval = { start: noon, end: noon };
  const taken = await readTakenAround(domain, bookable, { interval, now });
  const { bufferBefore = 0, bufferAfter = 0 } = bookable.service;
  const grid = gridOf(bookable, now);
  const times = offeredOn({
    ...grid,
    stepMinutes: everyMinute ? 1 : grid.stepMinutes,
    bufferBefore,
    bufferAfter,
    gapless: isGapless(bookable, placing) ? { shortestMinutes: shortestAt(bookable) } : null,
    busy: [...bookable.resources[0].closings, ...busyBy(taken)],
  })(day);
  return times.map((time) => ({ wall: `${day}T${time}`, ...intervalOf(bookable, `${day}T${time}`) }));
};

type Place = Pick<Bookable, 'zone' | 'pro'>;

/** Returns the last day that patients may book. */
const lastBookable = ({ zone, pro }: Place, now: string): string =>
  addDays(zone.dayOf(now), pro.options.calendarAvailabilityLimit);

/** Returns the first instant of a stretch that patients cannot book yet; null if they can book the whole stretch. */
export const notYetBookable = (place: Place, { end }: Stretch, now: string): string | null => {
  const next = new Date(place.zone.midnight(addDays(lastBookable(place, now), 1))).toISOString();
  return next < end ? next : null;
};

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
 * Returns the instant from which patients can book the first day of a stretch, and the instant from which it is
 * offered: after the quiet hours.
 */
export const opening = (
  { zone, pro }: Place,
  { start }: Pick<Stretch, 'start'>,
): { readonly shown: string; readonly at: Date } => {
  const midnight = zone.midnight(addDays(zone.dayOf(start), -pro.options.calendarAvailabilityLimit));
  const at = endOfQuiet(pro.messages.quietHours, midnight, zone) ?? midnight;
  return { shown: new Date(midnight).toISOString(), at: new Date(at) };
};

/** Free starts by day, or instant, and service, as long as nothing is booked or held. */
export type KnownStarts = Map<string, Map<Bookable, Promise<FreeStart[]>>>;

type Asked = { readonly domain: Domain; readonly known: KnownStarts; readonly now: string };

const once = (
  { known }: Asked,
  { key, bookable }: { readonly key: string; readonly bookable: Bookable },
  read: () => Promise<FreeStart[]>,
): Promise<FreeStart[]> => {
  const ofKey = known.get(key) ?? new Map<Bookable, Promise<FreeStart[]>>();
  const starts = ofKey.get(bookable) ?? read();
  known.set(key, ofKey.set(bookable, starts));
  return starts;
};

/** Returns the start of a stretch if a visit is free there, also if the service's steps leave it out. */
const ownStart = async (asked: Asked, bookable: Bookable, { start }: Stretch): Promise<FreeStart[]> => {
  const day = bookable.zone.dayOf(start);
  const starts = await startsOn(asked, bookable, { day, everyMinute: true });
  return starts.filter((one) => one.start === start);
};

/**
 * Yields the free starts of a service whose visits overlap a stretch, in order: those that patients could book, or,
 * if there are none, the start of the stretch.
 */
export const freeStarts = async function* (
  asked: Asked,
  bookable: Bookable,
  stretch: Stretch,
): AsyncGenerator<FreeStart> {
  let none = true;
  for (const day of daysIn(bookable, stretch, asked.now)) {
    const starts = await once(asked, { key: day, bookable }, () =>
      startsOn(asked, bookable, { day, everyMinute: false }),
    );
    for (const one of starts)
      if (one.start < stretch.end && one.end > stretch.start) {
        none = false;
        yield one;
      }
  }
  if (none)
    yield* await once(asked, { key: stretch.start, bookable }, () => ownStart(asked, bookable, stretch));
};
