import { Temporal } from 'temporal-polyfill';

/** An instant: epoch milliseconds, ISO text with `Z` or an offset, or a date. */
export type Moment = number | string | Date;

/** A local day of a zone, in epoch ms; `even` if the clock does not change during it. */
export type LocalDay = { readonly midnight: number; readonly next: number; readonly even: boolean };

/** Conversions of one IANA zone. Days are `YYYY-MM-DD`, wall clocks `YYYY-MM-DDTHH:mm[:ss[.fff]]`. */
export type Zone = {
  readonly timezone: string;
  /**
   * Converts a wall clock to epoch ms. A skipped time moves forward by the gap; an ambiguous one is its first
   * occurrence. Throws RangeError for text that is not a wall clock.
   */
  readonly toMs: (wall: string) => number;
  /** Converts like {@link Zone.toMs} to ISO text in UTC with milliseconds. */
  readonly toInstant: (wall: string) => string;
  /** Epoch ms of an interval's end: 23:59 and later, and 24:00, mean the next midnight. */
  readonly endMs: (wall: string) => number;
  /** Converts like {@link Zone.endMs} to ISO text in UTC with milliseconds. */
  readonly endInstant: (wall: string) => string;
  /** `YYYY-MM-DDTHH:mm` of an instant; seconds are dropped. */
  readonly wallOf: (moment: Moment) => string;
  /** `YYYY-MM-DD` of an instant. */
  readonly dayOf: (moment: Moment) => string;
  /** `2026-11-23T09:30:00+01:00` of an instant. */
  readonly offsetIso: (moment: Moment) => string;
  /** Epoch ms of the first instant of a day: 01:00 if midnight is skipped (Azores, Beirut). */
  readonly midnight: (day: string) => number;
  /** Epoch ms of the first instant of the following day. */
  readonly nextMidnight: (day: string) => number;
  readonly localDay: (day: string) => LocalDay;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Cached years per zone; the product asks for two or three. */
const yearsCached = 16;
/** Cached conversions per zone. */
const textsCached = 1_000;

const wallShape = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?$/;
const endOfDay = /^(\d{4}-\d{2}-\d{2})T(?:23:59(?::[0-5]\d(?:\.\d+)?)?|24:00(?::00(?:\.0+)?)?)$/;

/** Epoch ms of a {@link Moment}. Throws RangeError for text that is not an instant. */
export const msOf = (moment: Moment): number => {
  const ms = typeof moment === 'string' ? Date.parse(moment) : Number(moment);
  if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${String(moment)}`);
  return ms;
};

const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight UTC of a day. Hand-written: the hottest line of the slot rule, and Date.parse is ten times slower. */
const utcOf = (day: string): number => {
  const month = Number(day.slice(5, 7));
  const dayOfMonth = Number(day.slice(8));
  const ms = dayShape.test(day) ? Date.UTC(Number(day.slice(0, 4)), month - 1, dayOfMonth) : Number.NaN;
  // Date.UTC accepts 30 February as 2 March.
  if (new Date(ms).getUTCMonth() !== month - 1) throw new RangeError(`not a day: ${day}`);
  return ms;
};

/** Adds days (or subtracts them) to a `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(utcOf(day) + days * dayMs).toISOString().slice(0, 10);

/** Weekday of a `YYYY-MM-DD`, 1 to 7 for Monday to Sunday. */
export const weekdayOf = (day: string): number => ((new Date(utcOf(day)).getUTCDay() + 6) % 7) + 1;

/** Number of the week, Monday to Sunday, counted from that of 1 January 1970. */
export const weekNumberOf = (day: string): number => Math.floor((utcOf(day) / dayMs + 3) / 7);

const pad = (value: number): string => String(value).padStart(2, '0');

const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / minuteMs);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
};

/** Caches results by text, up to a limit. Errors are not cached. */
const memoized = <T>(compute: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = compute(text);
    if (known.size === textsCached) known.clear();
    known.set(text, found);
    return found;
  };
};

type Span = { readonly until: number; readonly offset: number; readonly text: string };

/** Intervals of equal UTC offset from the start of a UTC year to its end, in order. */
const spansOf = (timezone: string, year: number): Span[] => {
  const end = Date.UTC(year + 1, 0);
  const spans: Span[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0)).toZonedDateTimeISO(timezone);
  while (at.epochMilliseconds < end) {
    const change = at.getTimeZoneTransition('next');
    const offset = at.offsetNanoseconds / 1e6;
    spans.push({ until: change?.epochMilliseconds ?? Infinity, offset, text: offsetText(offset) });
    if (change === null) break;
    at = change;
  }
  return spans;
};

/** Returns a lookup of the interval of equal offset around an instant, with a bounded cache by year. */
const spanFinder = (timezone: string) => {
  const years = new Map<number, Span[]>();
  return (ms: number): Span => {
    const year = new Date(ms).getUTCFullYear();
    let spans = years.get(year);
    if (!spans) {
      if (years.size === yearsCached) years.clear();
      spans = spansOf(timezone, year);
      years.set(year, spans);
    }
    for (const span of spans) if (ms < span.until) return span;
    throw new RangeError(`no offset in ${timezone} at ${ms}`);
  };
};

/** Epoch ms of a wall clock read as UTC. Throws RangeError for text that is not a wall clock. */
const localOf = (wall: string): number => {
  const [, day, hour, minute, second = '0', fraction = ''] = wallShape.exec(wall) ?? [];
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new RangeError(`not a wall clock time: ${wall}`);
  }
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return utcOf(day) + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
};

/**
 * Creates the conversions of one IANA zone. Temporal is used once per year for its clock changes, and for the days of
 * a change; all other days are arithmetic, so reuse the zone. Throws RangeError for an unknown zone.
 */
export const createZone = (timezone: string): Zone => {
  // Throws now, rather than at first use, if the zone does not exist.
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
  const spanAt = spanFinder(timezone);
  const offsetAt = (ms: number): number => spanAt(ms).offset;

  /** Epoch ms of a local time if no clock change is near, otherwise null. */
  const evenly = (local: number): number | null => {
    const before = offsetAt(local - dayMs);
    return before === offsetAt(local + dayMs) ? local - before : null;
  };
  const byTemporal = memoized((wall) => {
    const zoned = Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone);
    return zoned.epochMilliseconds;
  });
  const toMs = (wall: string): number => evenly(localOf(wall)) ?? byTemporal(wall.slice(0, 23));
  const midnight = (day: string): number =>
    evenly(utcOf(day)) ?? Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds;
  const nextMidnight = (day: string): number => midnight(addDays(day, 1));
  const endMs = (wall: string): number => {
    const day = endOfDay.exec(wall)?.[1];
    return day ? nextMidnight(day) : toMs(wall);
  };
  const localDay = memoized((day): LocalDay => {
    const from = midnight(day);
    const next = nextMidnight(day);
    return { midnight: from, next, even: next - from === dayMs && offsetAt(from) === offsetAt(next) };
  });
  const localText = (ms: number, length: number): string =>
    new Date(ms + offsetAt(ms)).toISOString().slice(0, length);

  return {
    timezone,
    toMs,
    toInstant: (wall) => new Date(toMs(wall)).toISOString(),
    endMs,
    endInstant: (wall) => new Date(endMs(wall)).toISOString(),
    wallOf: (moment) => localText(msOf(moment), 16),
    dayOf: (moment) => localText(msOf(moment), 10),
    offsetIso: (moment) => {
      const ms = msOf(moment);
      const { offset, text } = spanAt(ms);
      return new Date(ms + offset).toISOString().slice(0, 19) + text;
    },
    midnight,
    nextMidnight,
    localDay,
  };
};

/** Returns a cache of zones by name. */
export const createZones = (): ((timezone: string) => Zone) => {
  const zones = new Map<string, Zone>();
  return (timezone) => {
    const known = zones.get(timezone) ?? createZone(timezone);
    zones.set(timezone, known);
    return known;
  };
};
