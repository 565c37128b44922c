import * as fc from 'fast-check';

/** Placeholder for a value of the world, resolved when sent. */
export type Known = { readonly [knownTag]: KnownKind; readonly index: number };
export type KnownKind = 'uuid' | 'child' | 'email' | 'username' | 'token';
export const knownTag: unique symbol = Symbol('known');

export const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && knownTag in value;

/** Arbitrary of ids, addresses and tokens of any person. */
export const known = (kind: KnownKind): fc.Arbitrary<Known> =>
  fc.nat(997).map((index) => ({ [knownTag]: kind, index }));

/** JSON numbers without a JavaScript value: `-0`, overflowing, or with many digits. */
export const rawNumber = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
export const isRaw = (value: unknown): boolean =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);

/** Edge cases of calendars and clocks: leap days, skipped and repeated hours. */
export const limitTimes = [
  '0000-01-01T00:00',
  '0001-01-01T00:00:00',
  '1582-10-10T09:00',
  '1970-01-01T00:00',
  '2026-02-29T09:00',
  '2028-02-29T09:00',
  '2027-03-28T02:30',
  '2027-10-31T02:30',
  '2038-01-19T03:14:08',
  '9999-12-31T23:59:59',
  '9999-12-31T23:59',
  '2026-12-31T24:00',
  '2026-12-31T23:59:60',
  '+010000-01-01T00:00',
  '-000001-01-01T00:00',
  '2026-11-20T09:30Z',
  '2026-11-20T09:30+14:00',
  '2026-11-20',
];

const nastyTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202eabc',
  '\u2028',
  '\ufeff',
  'ﷺ'.repeat(300),
  'x'.repeat(255),
  'x'.repeat(5_000),
  'e\u0301'.repeat(200),
  '👩‍👩‍👧‍👦',
  'İıß',
  '٣٤',
  '\r\nBcc: all@example.com',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '${7*7}{{7*7}}',
  '%00%ff',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e400',
  'a@b',
  '@',
  '"<>"@example.com',
  'javascript:alert(1)',
  'http://127.0.0.1/',
  ...limitTimes,
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyTexts) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
);

const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(-1, 0, 1, 7, 0.1, 1.005, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, 5e-324, 100_001, 1441),
  fc
    .constantFrom('-0', '1e400', '-1e-400', '1E+2', '1.0', '123456789012345678901234567890')
    .map((text) => rawNumber(text)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: [deep(levels - 1)] });

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $gt: '' }, deep(14), deep(40)),
  fc
    .constantFrom('{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}')
    .map((text) => JSON.parse(text) as unknown),
  hostileText.map((text) => [text]),
  fc.array(fc.constant('x'), { minLength: 51, maxLength: 101 }),
  fc.constantFrom<KnownKind>('uuid', 'child', 'email', 'username', 'token').chain(known),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Valid characters of a header line: visible Latin-1 and spaces. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    ',',
    ';',
    '"',
    '\\',
    '%00',
    '\u00ff\u00fe',
    'a'.repeat(201),
    'a'.repeat(4_000),
    '{}',
    '[]',
  ),
  fc.stringMatching(/^[\x21-\x7e\xa1-\xff]{0,40}$/),
);

export const rawSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%',
    '%zz',
    '%ED%A0%80',
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%252e',
    '',
    '*',
    ':id',
    '%C3%28',
    'a'.repeat(399),
    'a'.repeat(401),
  ),
  hostileText.filter((text) => text.isWellFormed()).map(encodeURIComponent),
);
