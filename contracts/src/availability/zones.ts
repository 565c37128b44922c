import { Temporal } from 'temporal-polyfill';

/** An instant: epoch milliseconds, ISO text with `Z` or an offset, or a date. */
export type Moment = number | string | Date;

/** One local day of a zone, in epoch milliseconds; `even` where the clock does not change during it. */
export type LocalDay = { readonly midnight: number; readonly next: number; readonly even: boolean };

/** Conversions of one IANA zone. Days are `YYYY-MM-DD`, wall clocks `YYYY-MM-DDTHH:mm[:ss[.fff]]`. */
export type Zone = {
  readonly timezone: string;
  /**
   * Epoch ms of a wall clock. A time that does not exist moves forward by the gap, an ambiguous one is its
   * first occurrence. Throws RangeError for text that is no wall clock.
   */
  readonly toMs: (wall: string) => number;
  /** As {@link Zone.toMs}, as ISO text in UTC with milliseconds. */
  readonly toInstant: (wall: string) => string;
  /** Epoch ms of the end of an interval: from 23:59 on, and 24:00, it is the next midnight. */
  readonly endMs: (wall: string) => number;
  /** As {@link Zone.endMs}, as ISO text in UTC with milliseconds. */
  readonly endInstant: (wall: string) => string;
  /** `YYYY-MM-DDTHH:mm` of an instant; seconds are dropped. */
  readonly wallOf: (moment: Moment) => string;
  /** `YYYY-MM-DD` of an instant. */
  readonly dayOf: (moment: Moment) => string;
  /** `2026-11-23T09:30:00+01:00` of an instant. */
  readonly offsetIso: (moment: Moment) => string;
  /** Epoch ms of the first instant of a day, which is 01:00 where midnight is skipped (Azores, Beirut). */
  readonly midnight: (day: string) => number;
  /** Epoch ms of the first instant of the day after. */
  readonly nextMidnight: (day: string) => number;
  readonly localDay: (day: string) => LocalDay;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Years whose clock changes a zone remembers at most; a product looks at two or three. */
const rememberedYears = 16;
/** Days, and times on days with a clock change, that a zone remembers at most. */
const rememberedTexts = 1_000;

const wallShape = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?$/;
const endOfDay = /^(\d{4}-\d{2}-\d{2})T(?:23:59(?::[0-5]\d(?:\.\d+)?)?|24:00(?::00(?:\.0+)?)?)$/;

/** Epoch ms of a {@link Moment}. Throws RangeError for text that is no instant. */
export const msOf = (moment: Moment): number => {
  const ms = typeof moment === 'string' ? Date.parse(moment) : Number(moment);
  if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${String(moment)}`);
  return ms;
};

const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight UTC of a day. By hand, as it is the hottest line of the slot rule and Date.parse is ten times slower. */
const utcOf = (day: string): number => {
  const month = Number(day.slice(5, 7));
  const dayOfMonth = Number(day.slice(8));
  const ms = dayShape.test(day) ? Date.UTC(Number(day.slice(0, 4)), month - 1, dayOfMonth) : Number.NaN;
  // Date.UTC reads 30 February as 2 March.
  if (new Date(ms).getUTCMonth() !== month - 1) throw new RangeError(`not a day: ${day}`);
  return ms;
};

/** The day `days` after (or before) a `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(utcOf(day) + days * dayMs).toISOString().slice(0, 10);

/** Weekday of a `YYYY-MM-DD`, 1 to 7 for Monday to Sunday. */
export const weekdayOf = (day: string): number => ((new Date(utcOf(day)).getUTCDay() + 6) % 7) + 1;

/** Weeks from Monday to Sunday, counted on from that of 1 January 1970. */
export const weekNumberOf = (day: string): number => Math.floor((utcOf(day) / dayMs + 3) / 7);

const pad = (value: number): string => String(value).padStart(2, '0');

const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / minuteMs);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
};

/** Keeps what was worked out of a text, as far as there is room; what throws is not kept. */
const remembering = <T>(workOut: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = workOut(text);
    if (known.size === rememberedTexts) known.clear();
    known.set(text, found);
    return found;
  };
};

type Span = { readonly until: number; readonly offset: number; readonly text: string };

/** The stretches of equal UTC offset from the start of a UTC year to its end, in order. */
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

/** The stretch of equal offset, in ms, that an epoch ms lies in, from a bounded memo of the years asked for. */
const spanFinder = (timezone: string) => {
  const years = new Map<number, Span[]>();
  return (ms: number): Span => {
    const year = new Date(ms).getUTCFullYear();
    let spans = years.get(year);
    if (!spans) {
      if (years.size === rememberedYears) years.clear();
      spans = spansOf(timezone, year);
      years.set(year, spans);
    }
    for (const span of spans) if (ms < span.until) return span;
    throw new RangeError(`no offset in ${timezone} at ${ms}`);
  };
};

/** A wall clock time as if it were UTC, in epoch ms. Throws RangeError for what is none. */
const localOf = (wall: string): number => {
  const [, day, hour, minute, second = '0', fraction = ''] = wallShape.exec(wall) ?? [];
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new RangeError(`not a wall clock time: ${wall}`);
  }
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return utcOf(day) + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
};

/**
 * The conversions of one IANA zone. Temporal is asked for the year's clock changes once and for the days on
 * which they fall; all other days are arithmetic, so keep the zone where many conversions are needed.
 * Throws RangeError for a zone that does not exist.
 */
export const createZone = (timezone: string): Zone => {
  // Asked eagerly, so that a zone that does not exist fails here rather than at its first use.
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
  const spanAt = spanFinder(timezone);
  const offsetAt = (ms: number): number => spanAt(ms).offset;

  /** Epoch ms of a local time when no clock change is near enough to matter, else null. */
  const evenly = (local: number): number | null => {
    const before = offsetAt(local - dayMs);
    return before === offsetAt(local + dayMs) ? local - before : null;
  };
  const byTemporal = remembering((wall) => {
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
  const localDay = remembering((day): LocalDay => {
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

/** Makes zones by name, each once: a zone remembers the clock changes it was asked about. */
export const createZones = (): ((timezone: string) => Zone) => {
  const zones = new Map<string, Zone>();
  return (timezone) => {
    const known = zones.get(timezone) ?? createZone(timezone);
    zones.set(timezone, known);
    return known;
  };
};
