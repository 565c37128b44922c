import * as fc from 'fast-check';
import { z } from 'zod';
import { dayAhead } from '../support/http-practice.ts';
import { hostileText, known, limitTimes } from './hostile.ts';

/** Subset of JSON Schema that zod generates. */
type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
};

/** Returns values valid by a contract's schema, as far as JSON Schema expresses it. */
export const valuesFor = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '');

const valuesOf = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, name)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return arraysOf(schema, name);
    case 'string':
      return textsOf(schema, name);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const objectsOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> => {
  const fields = Object.entries(properties).map(([name, field]) => [name, valuesOf(field, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
};

const arraysOf = ({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string): fc.Arbitrary<unknown> =>
  fc.array(valuesOf(items, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 3)),
  });

const numbersOf = ({ type, minimum, maximum, multipleOf }: Schema): fc.Arbitrary<unknown> => {
  const [min, max] = [minimum ?? -1e6, maximum ?? 1e6].map((limit) =>
    Math.max(-1e9, Math.min(1e9, limit)),
  ) as [number, number];
  if (type === 'number' && multipleOf !== undefined) {
    return fc.integer({ min, max: Math.floor(max) }).map((whole) => (whole < max ? whole + 0.25 : whole));
  }
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
};

const two = (value: number): string => String(value).padStart(2, '0');
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45, 59))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
const days = fc.integer({ min: -2, max: 400 }).map(dayAhead);
const wallDateTimes = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(days, times).map(([day, time]) => `${day}T${time}`) },
  fc.constantFrom(...limitTimes),
);

/** Values by field name; the schema only describes them before filtering. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: known('email'),
  proEmail: known('email'),
  newEmail: fc.nat(1e9).map((number) => `new${number}@example.com`),
  currentEmail: known('email'),
  key: fc.oneof(known('uuid'), known('email')),
  username: known('username'),
  url: known('username'),
  calendarPageUrl: fc.oneof(
    known('username'),
    fc.nat(1e9).map((number) => `slug_${number}`),
  ),
  password: fc.constant('secret123'),
  token: known('token'),
  provinceId: fc.constantFrom('IT-RM', 'ES-TF', 'GB-LND'),
  specializationId: fc.constant('acupuncture'),
  postalCode: fc.constant('00100'),
  thankYouPageUrl: fc.constantFrom('https://example.com/thanks', 'example.com'),
};

const textsOf = (
  { format, pattern, minLength = 0, maxLength = 200 }: Schema,
  name: string,
): fc.Arbitrary<unknown> => {
  const usual = byName[name];
  if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: known('uuid') }, fc.uuid());
  if (format === 'email') return fc.oneof(known('email'), fc.emailAddress());
  if (format === 'date')
    return fc.oneof(
      days,
      fc.constantFrom(...limitTimes).map((time) => time.slice(0, 10)),
    );
  if (pattern?.startsWith('^[0-9a-f]{8}')) return known('child');
  if (pattern?.startsWith('^\\d{4}-')) return wallDateTimes;
  const longest = Math.min(maxLength, 300);
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, longest) });
  const made = (pattern ? matching(pattern) : null) ?? fc.oneof(plain, hostileText);
  return usual ? fc.oneof({ weight: 4, arbitrary: usual }, made) : made;
};

/** Returns null if fast-check cannot generate from the pattern. */
const matching = (pattern: string): fc.Arbitrary<string> | null => {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return null;
  }
};
