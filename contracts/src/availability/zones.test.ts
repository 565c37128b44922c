import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, createZone, createZones, msOf, weekdayOf, weekNumberOf } from './zones.ts';

const rome = createZone('Europe/Rome');
const canary = createZone('Atlantic/Canary');
const dublin = createZone('Europe/Dublin');
const lordHowe = createZone('Australia/Lord_Howe');
const azores = createZone('Atlantic/Azores');

describe('wall clock to instant', () => {
  it("reads hours and minutes, with or without seconds, as the clinic's wall clock", () => {
    expect(rome.toInstant('2026-11-23T09:30')).toBe('2026-11-23T08:30:00.000Z');
    expect(rome.toInstant('2026-11-23T09:30:00')).toBe('2026-11-23T08:30:00.000Z');
    expect(rome.toInstant('2026-11-23T09:30:59')).toBe('2026-11-23T08:30:59.000Z');
    expect(rome.toInstant('2026-07-01T09:30')).toBe('2026-07-01T07:30:00.000Z');
    expect(canary.toInstant('2026-11-23T09:30')).toBe('2026-11-23T09:30:00.000Z');
  });

  it('reads fractions of a second in the same way on all days', () => {
    expect(rome.toInstant('2026-11-23T09:30:15.25')).toBe('2026-11-23T08:30:15.250Z');
    expect(rome.toInstant('2026-03-29T09:30:15.25')).toBe('2026-03-29T07:30:15.250Z');
    expect(rome.toInstant('2026-11-23T09:30:15.1234567890123')).toBe('2026-11-23T08:30:15.123Z');
    expect(rome.toInstant('2026-03-29T09:30:15.1234567890123')).toBe('2026-03-29T07:30:15.123Z');
  });

  it('moves a time in a skipped hour forward by the gap', () => {
    expect(rome.toInstant('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(rome.wallOf(rome.toMs('2026-03-29T02:30'))).toBe('2026-03-29T03:30');
    expect(lordHowe.wallOf(lordHowe.toMs('2026-10-04T02:10'))).toBe('2026-10-04T02:40');
  });

  it('takes the first occurrence of an ambiguous time', () => {
    expect(rome.toInstant('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(dublin.toInstant('2026-10-25T01:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(lordHowe.toInstant('2026-04-05T01:45')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('reads an end of 23:59 or 24:00 as the next local midnight', () => {
    for (const end of ['23:59', '23:59:00', '23:59:59.95', '24:00', '24:00:00', '24:00:00.000']) {
      expect(rome.endInstant(`2026-12-31T${end}`)).toBe('2026-12-31T23:00:00.000Z');
    }
    expect(rome.endInstant('2026-12-31T23:58')).toBe('2026-12-31T22:58:00.000Z');
  });

  it.each([
    '2026-02-30T09:00',
    '2026-13-01T09:00',
    '2026-11-00T09:00',
    '2026-11-23',
    '2026-11-23T24:00',
    '2026-11-23T09:60',
    '2026-11-23T09:00:60',
    '2026-11-23T9:00',
    '2026-11-23T09:00Z',
    '2026-11-23T09:00:00.',
    '2026-11-23T09:00:00.5s',
    'on 2026-11-23T09:00',
    '',
  ])('refuses %s', (text) => {
    expect(() => rome.toMs(text)).toThrow(RangeError);
    expect(() => rome.toMs(text)).toThrow(text.slice(0, 10));
  });

  it.each(['on 2026-11-23T24:00', '2026-11-23T24:00Z', '2026-11-23T23:59 or so', '2026-11-23T24:01'])(
    'refuses an end of %s',
    (text) => expect(() => rome.endMs(text)).toThrow(RangeError),
  );

  it('refuses an unknown zone', () => {
    expect(() => createZone('Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('instant to wall clock', () => {
  it('returns the local day and the offset', () => {
    expect(rome.dayOf('2026-11-22T23:30:00.000Z')).toBe('2026-11-23');
    expect(rome.offsetIso('2026-11-23T08:30:00.000Z')).toBe('2026-11-23T09:30:00+01:00');
    expect(canary.offsetIso('2026-07-01T08:30:00.000Z')).toBe('2026-07-01T09:30:00+01:00');
    expect(azores.offsetIso('2026-12-01T08:30:00.000Z')).toBe('2026-12-01T07:30:00-01:00');
    expect(lordHowe.offsetIso(Date.UTC(2026, 6, 1))).toBe('2026-07-01T10:30:00+10:30');
  });

  it('refuses text that is not an instant', () => {
    expect(() => msOf('tomorrow')).toThrow(RangeError);
    expect(() => msOf('tomorrow')).toThrow('tomorrow');
  });
});

describe('days', () => {
  it('start at their first instant', () => {
    // The Azores skip from 00:00 to 01:00 in spring.
    expect(azores.wallOf(azores.midnight('2026-03-29'))).toBe('2026-03-29T01:00');
    expect(rome.nextMidnight('2026-03-29') - rome.midnight('2026-03-29')).toBe(23 * 3_600_000);
    expect(rome.nextMidnight('2026-10-25') - rome.midnight('2026-10-25')).toBe(25 * 3_600_000);
    expect(lordHowe.nextMidnight('2026-10-04') - lordHowe.midnight('2026-10-04')).toBe(23.5 * 3_600_000);
  });

  it('are added across months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-11-00',
    '2026-11-23T',
    '2026-11-23 ',
    ' 2026-11-23',
    '20261123',
  ])('do not include %s', (text) => {
    expect(() => addDays(text, 1)).toThrow(RangeError);
    expect(() => addDays(text, 1)).toThrow(text);
  });

  it('have weekdays 1 to 7 from Monday to Sunday', () => {
    expect(weekdayOf('2026-11-23')).toBe(1);
    expect(weekdayOf('2026-11-29')).toBe(7);
  });
});

it('a zone is created once, so that its cache of clock changes is reused', () => {
  const zones = createZones();
  expect(zones('Europe/Rome')).toBe(zones('Europe/Rome'));
  expect(zones('Europe/Rome').timezone).toBe('Europe/Rome');
  expect(zones('Atlantic/Canary').timezone).toBe('Atlantic/Canary');
});

const zoneNames = [
  'Europe/Rome',
  'Atlantic/Canary',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Atlantic/Azores',
  'Asia/Beirut',
  'America/Havana',
  'Asia/Kathmandu',
  'UTC',
];
const minuteOf = (from: number, to: number) =>
  fc.integer({ min: from / 60_000, max: to / 60_000 }).map((minute) => minute * 60_000);

describe('conversions agree with Temporal', () => {
  // One zone for all runs, so that its cache fills, overflows and is read again.
  const zones = new Map(zoneNames.map((name) => [name, createZone(name)]));

  it('from instants and back, in any year', () => {
    const anyMinute = minuteOf(Date.UTC(1995, 0), Date.UTC(2045, 0));
    fc.assert(
      fc.property(fc.constantFrom(...zoneNames), anyMinute, (name, ms) => {
        const zone = zones.get(name) ?? createZone(name);
        const expected = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name);
        expect(zone.wallOf(ms)).toBe(expected.toPlainDateTime().toString({ smallestUnit: 'minute' }));
        expect(zone.offsetIso(ms)).toBe(expected.toString({ timeZoneName: 'never', smallestUnit: 'second' }));
        const day = expected.toPlainDate().toString();
        expect(zone.dayOf(ms)).toBe(day);
        expect(zone.midnight(day)).toBe(expected.startOfDay().epochMilliseconds);
      }),
      { numRuns: 2000 },
    );
  });

  it('from wall clocks, on and around days with a clock change', () => {
    const near = fc
      .tuple(
        fc.constantFrom(...zoneNames),
        fc.integer({ min: 2000, max: 2035 }),
        fc.integer({ min: -2880, max: 2880 }),
      )
      .map(([name, year, minutes]) => {
        const start = Temporal.ZonedDateTime.from(`${year}-01-10T00:00[${name}]`);
        const change = start.getTimeZoneTransition('next') ?? start;
        return { name, wall: change.toPlainDateTime().add({ minutes }).toString().slice(0, 16) };
      });
    fc.assert(
      fc.property(near, ({ name, wall }) => {
        const zone = zones.get(name) ?? createZone(name);
        const expected = Temporal.PlainDateTime.from(wall).toZonedDateTime(name).epochMilliseconds;
        expect(zone.toMs(wall)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

it('weeks are counted from Monday, the first one being that of 1 January 1970', () => {
  expect(['1970-01-01', '1970-01-04', '1970-01-05'].map(weekNumberOf)).toEqual([0, 0, 1]);
  expect(weekNumberOf('2026-11-23') - weekNumberOf('2026-11-16')).toBe(1);
  expect(weekNumberOf('2026-11-29')).toBe(weekNumberOf('2026-11-23'));
});

it('a local day has a start, an end, and tells whether the clock changes in it', () => {
  const [midnight, next] = ['2026-11-22T23:00Z', '2026-11-23T23:00Z'].map((text) => Date.parse(text));
  expect(rome.localDay('2026-11-23')).toEqual({ midnight, next, even: true });
  for (const day of ['2026-03-29', '2026-10-25'])
    expect(rome.localDay(day)).toEqual({
      midnight: rome.midnight(day),
      next: rome.midnight(addDays(day, 1)),
      even: false,
    });
});
