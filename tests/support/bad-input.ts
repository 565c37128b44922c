/** Raw request body. */
export type BadBody = { readonly why: string; readonly text: string; readonly contentType?: string };

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Path = readonly (string | number)[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every value in a body with its path, the body first. */
export const within = (value: unknown, path: Path = []): { path: Path; value: unknown }[] => {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [{ path, value }, ...entries.flatMap(([name, item]) => within(item, [...path, name]))];
};

export const replaced = (body: unknown, [first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (index === first ? replaced(item, rest, value) : item));
  if (!isObject(body)) return body;
  return { ...body, [first]: replaced(body[first], rest, value) };
};

const wrongValues: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  0.123456789,
  '',
  'x'.repeat(5000),
  'line\r\nBcc: all@example.com',
  '2026-02-30T09:00',
  '9999-99-99T99:99',
  [],
  [[]],
  {},
  { $gt: '' },
];

export const hopelessBodies: readonly BadBody[] = [
  { why: 'malformed JSON', text: '{"a":' },
  { why: 'a bare word', text: 'undefined' },
  { why: 'a number', text: '1' },
  { why: 'a text', text: '"x"' },
  { why: 'a name given twice', text: '{"a":1,"a":2}' },
  { why: '__proto__', text: '{"__proto__":{"admin":true}}' },
  { why: 'constructor.prototype', text: '{"constructor":{"prototype":{"admin":true}}}' },
  { why: 'NUL in a text', text: String.raw`{"name":"a\u0000b"}` },
  { why: 'half a surrogate pair', text: String.raw`{"name":"\ud800"}` },
  { why: 'a thousand levels', text: `${'['.repeat(1000)}${']'.repeat(1000)}` },
  { why: '2 MB', text: JSON.stringify({ name: 'x'.repeat(2_000_000) }) },
  { why: 'plain text', text: '{}', contentType: 'text/plain' },
  { why: 'a form', text: 'a=1', contentType: 'application/x-www-form-urlencoded' },
  { why: 'a multipart form', text: '--x--', contentType: 'multipart/form-data; boundary=x' },
  { why: 'XML', text: '<a/>', contentType: 'application/xml' },
  { why: 'a nonsense type', text: '{}', contentType: ';;;' },
];

/**
 * Returns invalid variants of a valid body: wrong types, missing fields, additional fields. Variants that
 * `accepts` the call's schema are left out.
 */
export const badBodies = (good: unknown, accepts: (body: unknown) => boolean): BadBody[] => {
  const places = within(good);
  const wrong = places.flatMap(({ path, value }) => {
    const where = path.join('.') || 'the body';
    const others = wrongValues.map((other) => ({
      why: `${where} = ${JSON.stringify(other).slice(0, 30)}`,
      other,
    }));
    const more = isObject(value)
      ? [{ why: `${where} with a field too many`, other: { ...value, admin: true } }]
      : [];
    const fewer = isObject(value)
      ? Object.keys(value).map((name) => {
          const { [name]: _left, ...other } = value;
          return { why: `${where} without ${name}`, other };
        })
      : [];
    return [...others, ...more, ...fewer].map(({ why, other }) => ({
      why,
      body: replaced(good, path, other),
    }));
  });
  const refused = wrong.filter(({ body }) => !accepts(body));
  return [...hopelessBodies, ...refused.map(({ why, body }) => ({ why, text: JSON.stringify(body) }))];
};
