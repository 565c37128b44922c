import { describe, expect, it } from 'vitest';
import { addCollaboratorBody } from './api/hub.ts';
import { requestDateTime, requestDay, birthDate, name, patientEmail, storedName } from './fields.ts';
import { filterPostalCode } from './filters.ts';
import { mailTo } from './mailto.ts';

it('takes a date of birth up to today anywhere on earth, and no later one', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  expect(birthDate.safeParse('1926-02-28').success).toBe(true);
  expect(birthDate.safeParse(inHours(0)).success).toBe(true);
  expect(birthDate.safeParse(inHours(40)).success).toBe(false);
});

describe('days and times of requests', () => {
  it.each(['1900-01-01', '2026-11-20', '2028-02-29', '2199-12-31'])('take %s', (day) => {
    expect(requestDay.safeParse(day).success).toBe(true);
    expect(requestDateTime.safeParse(`${day}T09:30`).success).toBe(true);
  });

  // PostgreSQL has no year 0, and an instant of a local day in year 1 may lie in it.
  it.each([
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    '2027-02-29',
    '+010000-01-01',
  ])('refuse %s', (day) => {
    expect(requestDay.safeParse(day).success).toBe(false);
    expect(requestDateTime.safeParse(`${day}T09:30`).success).toBe(false);
  });

  it.each(['2026-02-29', '+010000-01', '2026-11-24'])(
    'refuse hours counted from %s, which is not a Monday',
    (day) => {
      const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00', every_weeks: 2 };
      const { availability } = addCollaboratorBody.shape;
      expect(availability.safeParse([{ ...hours, anchor_monday: day }]).success).toBe(false);
      expect(availability.safeParse([{ ...hours, anchor_monday: '2026-11-23' }]).success).toBe(true);
    },
  );
});

it.each([
  ['00100 Roma', 'IT', '00100'],
  [' sw1a  1aa ', 'GB', 'SW1A 1AA'],
  ['1012 ab', 'NL', '1012 AB'],
  ['D02-AF30', 'IE', 'D02AF30'],
  ['VLT 1117', 'MT', 'VLT 1117'],
])('a postal code %j of %s is %j', (typed, country, code) =>
  expect(filterPostalCode(typed, country)).toBe(code),
);

it('a name keeps the joiners of its script and loses direction marks', () => {
  expect(name.parse('\u200f علی\u200cرضا \u202e')).toBe('علی\u200cرضا');
  expect(name.safeParse('a\u0000b').success).toBe(false);
});

describe('invisible characters in a name', () => {
  it.each(['\u00ad', '\u200b', '\u2060', '\ufeff', '\u200e', '\u200f', '\u180e', '\u061c', '\u2066'])(
    'such as %j are removed anywhere',
    (sign) => {
      for (const typed of [`${sign}Maria`, `Mar${sign}ia`, `Maria${sign}`, `Mar${sign}${sign}ia`])
        expect(name.parse(typed)).toBe('Maria');
      expect(name.safeParse(sign).success).toBe(false);
    },
  );

  it.each([
    ['\tAnna\tRossi\t', 'Anna Rossi'],
    ['Anna \t\t Rossi', 'Anna Rossi'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['क्\u200dष', 'क्\u200dष'],
    ['Dott. 👩\u200d⚕️', 'Dott. 👩\u200d⚕️'],
    ['\u200dAnna\u200c \u200dRossi\u200c', 'Anna Rossi'],
    ['علی\u200c\u200cرضا', 'علی\u200cرضا'],
    ['Studio 2\u200d4', 'Studio 24'],
  ])('%j is read as %j', (typed, read) => expect(name.parse(typed)).toBe(read));

  it.each(['\u3164', '\u2800', '\u115f', '\u1160', '\uffa0', '\u3164 \u2800', '\u200d', '\ufe0f', '\u034f'])(
    'alone, such as %j, are refused',
    (sign) => expect(name.safeParse(sign).success).toBe(false),
  );

  it.each(['a\u0007b', 'a\nb', 'a\u2028b', 'a\ufff9b', 'a\u{e0041}b'])('such as in %j are refused', (typed) =>
    expect(name.safeParse(typed).success).toBe(false),
  );

  it('that older names consist of are still accepted in events', () => {
    expect(storedName.parse('\u3164')).toBe('\u3164');
  });
});

describe('a patient’s email', () => {
  it.each([
    ["Anna.O'Hara@Example.com", "anna.o'hara@example.com"],
    ['anna!#$%&*+/=?^_`{|}~-@example.com', 'anna!#$%&*+/=?^_`{|}~-@example.com'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['\u200banna\u00ad@exam\u2060ple.com\ufeff', 'anna@example.com'],
    ['\tanna@example.com\u200d', 'anna@example.com'],
    ['Anna@Пример.РФ', 'anna@пример.рф'],
    ['anna@münchen.de', 'anna@münchen.de'],
    ['anna@mu\u0308nchen.de', 'anna@münchen.de'],
    ['anna@straße.de', 'anna@straße.de'],
    ['anna@例え。テスト', 'anna@例え.テスト'],
  ])('%j is %j', (typed, email) => expect(patientEmail.parse(typed)).toBe(email));

  it.each([
    'anna',
    '@example.com',
    'anna@example',
    'anna..rossi@example.com',
    '.anna@example.com',
    'anna.@example.com',
    'anna rossi@example.com',
    'anna@example.com, eve@example.com',
    'anna<eve@example.com>',
    '"anna"@example.com',
    'anna@-example.com',
    'anna@example.c0m',
    'änna@example.com',
    'anna@пример',
    'anna@пр имер.рф',
    'anna@пример..рф',
    'anna@пример.рф.',
    'anna@пример.рф/x',
    'anna@пример.рф:80',
    'eve@пример.рф@example.com',
    'anna@пр%6dмер.рф',
    'anna@１.２.３.４',
    'anna@\u0301a.рф',
    `anna@${'é.'.repeat(60)}de`,
  ])('%j is refused', (typed) => expect(patientEmail.safeParse(typed).success).toBe(false));
});

it.each([
  ["anna.o'hara+visit@example.com", "mailto:anna.o'hara+visit@example.com"],
  ['50%?anna@example.com', 'mailto:50%25%3Fanna@example.com'],
  ['anna@пример.рф', 'mailto:anna@xn--e1afmkfd.xn--p1ai'],
])('the link to %s is %s', (email, link) => expect(mailTo(email)).toBe(link));
