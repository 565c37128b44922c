import type { Call } from '@visita/contracts/api/call';
import { calls } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { silent } from '../../testing/database.ts';
import type { Authenticate } from '../auth/caller.ts';
import { readConfig } from '../config/config.ts';
import type { Handlers } from './calls.ts';
import { namesMaximum, parseJson } from './json.ts';
import { createLimiter } from './limits.ts';
import { createLoadShedding } from './load-shedding.ts';
import { registerCalls } from './register.ts';
import { bodyLimit, createHttpServer } from './server.ts';

const proId = '0190a7a0-0000-7000-8000-000000000001';
const withBody = calls.filter(([, { method }]) => method !== 'GET');

const object = (count: number, nameOf: (index: number) => string, value = '1'): string =>
  `{${Array.from({ length: count }, (_, index) => `${JSON.stringify(nameOf(index))}:${value}`).join(',')}}`;
const list = (count: number, item: string): string => `[${Array<string>(count).fill(item).join(',')}]`;
/** Repeats a text up to the body limit, leaving room for a few names. */
const long = (unit: string): string => {
  const room = bodyLimit - 1_000;
  return JSON.stringify(unit.repeat(Math.floor(room / Buffer.byteLength(unit))));
};
const nested = (open: string, close: string): string => {
  const depth = Math.floor((bodyLimit - 10) / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

/** Bodies of up to 256 kB that match no call. */
const anyBodies: Readonly<Record<string, string>> = {
  'thousands of names': object(24_000, (index) => `a${index}`),
  'names as many as may be': object(namesMaximum, (index) => `${'x'.repeat(110)}${index}`),
  'long names': object(20, (index) => `${'x'.repeat(12_000)}${index}`),
  'names of what objects have': object(9_000, (index) => ['toString', 'constructor', 'valueOf'][index % 3]!),
  'names of prototypes': object(10_000, (index) => `__proto__${index}`),
  __proto__: '{"__proto__":{"a":1}}',
  'names that are numbers': object(namesMaximum, (index) => String(index * 100_003)),
  'one name many times': object(30_000, () => 'a'),
  'deep lists': nested('[', ']'),
  'deep objects': nested('{"a":', '}'),
  'a list of numbers': list(130_000, '1'),
  'lists of lists': list(200, list(600, '1')),
  'empty rows': list(1_000, '{}'),
  'rows of many names': list(
    1_000,
    object(24, (index) => `a${index}`),
  ),
  'a quote without an end': `"${'\\"'.repeat(120_000)}`,
  colons: ':'.repeat(bodyLimit),
};

const longTexts = ['x ', 'a@', '1', '\u200e', 'İ'].map((unit): [string, string] => [unit, long(unit)]);

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] };

const propertiesOf = ({ properties = {}, items, anyOf = [] }: JsonSchema): [string, JsonSchema][] => [
  ...Object.entries(properties),
  ...(items ? propertiesOf(items) : []),
  ...anyOf.flatMap(propertiesOf),
];

/** Field names of a body or its rows, each with its nested names. */
const fieldsOf = ({ body }: Call): Map<string, string[]> => {
  const fields = propertiesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  return new Map(fields.map(([name, schema]) => [name, propertiesOf(schema).map(([inner]) => inner)]));
};

/** Bodies with the call's own names and oversized values. */
const ownBodies = (call: Call): [string, string][] =>
  [...fieldsOf(call)].flatMap(([field, within]): [string, string][] => {
    const of = (value: string) => object(1, () => field, value);
    return [
      ...longTexts.map(([unit, text]): [string, string] => [`${field}: ${unit}…`, of(text)]),
      [`${field}: many names`, of(object(namesMaximum - 1, (index) => `a${index}`))],
      [`${field}: empty rows`, of(list(1_000, '{}'))],
      [`${field}: texts`, of(list(1_000, JSON.stringify('x'.repeat(250))))],
      [`rows of ${field}`, list(1_000, of('"x"'))],
      ...within.flatMap((name) =>
        longTexts.map(([unit, text]): [string, string] => [
          `${field}.${name}: ${unit}…`,
          of(object(1, () => name, text)),
        ]),
      ),
    ];
  });

const bodiesFor = (call: Call): [string, string][] => {
  const names = [...fieldsOf(call).keys()];
  const rows = Math.min(1_000, Math.floor(namesMaximum / Math.max(1, names.length)));
  const own = list(
    rows,
    object(names.length, (index) => names[index]!, '{}'),
  );
  return [...Object.entries(anyBodies), ...ownBodies(call), ['wrong rows', own]];
};

type Issue = { code: string; errors?: Issue[][] };

/** Number of schema errors, including all alternatives of unions. */
const faultsIn = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { errors = [] }) => sum + 1 + errors.reduce((all, one) => all + faultsIn(one), 0), 0);

const namesIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, one) => sum + namesIn(one), own);
};

it('no body of 256 kB makes a call process more than 2,000 names, or report more than 10,000 errors', () => {
  for (const [name, call] of withBody) {
    for (const [kind, body] of bodiesFor(call)) {
      let value: unknown;
      try {
        value = parseJson(body);
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed-request' });
        continue;
      }
      expect(namesIn(value), `${name}: ${kind}`).toBeLessThanOrEqual(namesMaximum);
      const issues = (call.body.safeParse(value).error?.issues ?? []) as readonly Issue[];
      expect(faultsIn(issues), `${name}: ${kind}`).toBeLessThanOrEqual(10_000);
    }
  }
});

const authenticate: Authenticate = async (access) =>
  access === 'public' ? { kind: 'anonymous' } : { kind: 'pro', proId, sessionId: proId };
const refusing = Object.fromEntries(
  calls.map(([name]) => [name, async () => Promise.reject(new Rejection('not-found'))]),
) as unknown as Handlers;

const serving = () => {
  const config = readConfig({});
  const app = createHttpServer({ config, log: silent });
  const limiter = createLimiter({ limits: config.limits, clock: () => new Date() });
  const loadShedding = createLoadShedding({ maximum: config.requestsInHand, log: silent });
  const shared = { handlers: refusing, authenticate, limiter, loadShedding, strict: true };
  for (const service of ['command', 'query'] as const)
    registerCalls(app, { ...shared, service, allowance: () => 100_000 });
  onTestFinished(() => app.close());
  return app;
};

/** CPU time of this thread in ms, independent of other load. */
const usedSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

it('every refusal of such a body fits into 4 kB and takes a fraction of a second', async () => {
  const app = serving();
  const slowest = { ms: 0, of: '' };
  for (const [name, { method, path, ...call }] of withBody) {
    const url = path.replaceAll(/:\w+/g, proId);
    for (const [kind, payload] of bodiesFor({ method, path, ...call })) {
      const before = process.threadCpuUsage();
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
      const answer = await app.inject({ method, url, payload, headers });
      const ms = usedSince(before);
      if (ms > slowest.ms) Object.assign(slowest, { ms, of: `${name}: ${kind}` });
      expect(Buffer.byteLength(answer.body), `${name}: ${kind}`).toBeLessThanOrEqual(4_096);
    }
  }
  expect(slowest.ms, slowest.of).toBeLessThan(500);
});
