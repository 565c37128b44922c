import { api, type CallName } from '@visita/contracts/api/table';
import * as fc from 'fast-check';
import { type Actor, actors, rows } from '../access/matrix-table.ts';
import { hopelessBodies } from '../support/bad-input.ts';
import { valuesFor } from './from-schema.ts';
import { headerText, hostileText, hostileValue, known, rawSegment } from './hostile.ts';

/** Change of a valid body at one of its places, modulo their number. */
export type Change = {
  readonly how: 'replace' | 'remove' | 'add' | 'double' | 'copy';
  readonly at: number;
  readonly from: number;
  readonly name: string;
  readonly value: unknown;
};

type BodyPlan =
  | { readonly kind: 'good' | 'none' }
  | { readonly kind: 'changed'; readonly changes: readonly Change[] }
  | { readonly kind: 'made'; readonly value: unknown }
  | { readonly kind: 'raw'; readonly text: string; readonly contentType: string };

type Bearer =
  | { readonly kind: 'good' | 'none' }
  | { readonly kind: 'known'; readonly token: unknown }
  | { readonly kind: 'text'; readonly text: string };

/** Plan of a request, independent of the world's data: fast-check generates and shrinks it. */
export type Plan = {
  /** Row of the access matrix that the request starts from. */
  readonly row: string;
  readonly actor: Actor;
  /** True if the request changes a fresh object, so that it can succeed repeatedly. */
  readonly fresh: boolean;
  readonly bearer: Bearer;
  readonly body: BodyPlan;
  /** Path parameters that replace the valid ones, raw or from the world. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, string>>;
};

const change: fc.Arbitrary<Change> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'double', 'copy'),
  at: fc.nat(200),
  from: fc.nat(200),
  name: fc.oneof(fc.constantFrom('id', 'admin', 'role', 'status', 'ownerId', 'configStatus'), hostileText),
  value: hostileValue,
});

const bodies = (name: CallName): fc.Arbitrary<BodyPlan> => {
  const changed = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes): BodyPlan => ({ kind: 'changed', changes }));
  const raw = fc
    .constantFrom(...hopelessBodies)
    .map(({ text, contentType = 'application/json' }): BodyPlan => ({ kind: 'raw', text, contentType }));
  const good = fc.constant<BodyPlan>({ kind: 'good' });
  const takesNone = api[name].body.safeParse(undefined).success;
  if (takesNone) {
    const other = hostileValue.map((value): BodyPlan => ({ kind: 'made', value }));
    return fc.oneof(
      { weight: 8, arbitrary: good },
      { weight: 1, arbitrary: other },
      { weight: 1, arbitrary: raw },
    );
  }
  const made = valuesFor(api[name].body).map((value): BodyPlan => ({ kind: 'made', value }));
  return fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 6, arbitrary: changed },
    { weight: 6, arbitrary: made },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant<BodyPlan>({ kind: 'none' }) },
  );
};

const bearers: fc.Arbitrary<Bearer> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Bearer>({ kind: 'good' }) },
  fc.constant<Bearer>({ kind: 'none' }),
  known('token').map((token): Bearer => ({ kind: 'known', token })),
  headerText.map((text): Bearer => ({ kind: 'text', text })),
);

const paramsOf = (name: CallName): fc.Arbitrary<Record<string, unknown>> => {
  const names = [...api[name].path.matchAll(/:(\w+)/g)].map(([, param]) => param ?? '');
  const value = fc.oneof(
    { weight: 2, arbitrary: known('uuid') },
    { weight: 2, arbitrary: known('child') },
    known('username'),
    known('email'),
    rawSegment,
    rawSegment,
  );
  // Most requests keep their valid address.
  const changed = fc.record(Object.fromEntries(names.map((param) => [param, value])), { requiredKeys: [] });
  return fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: changed });
};

type Field = [string, unknown];

const queriesOf = (name: CallName): fc.Arbitrary<Field[]> => {
  const made = valuesFor(api[name].query).map((value): Field[] => Object.entries(value as object));
  const names = Object.keys((api[name].query as { shape?: object }).shape ?? {});
  const none = fc.constant<Field[]>([]);
  const field: fc.Arbitrary<Field> = fc.tuple(
    fc.oneof(
      fc.constantFrom(...names, 'x'),
      fc.constantFrom('__proto__', 'from[]', 'a'.repeat(300)),
      hostileText,
    ),
    fc.oneof(hostileText, known('uuid')),
  );
  const wild = fc.array(field, { maxLength: 4 });
  if (names.length === 0) return fc.oneof({ weight: 6, arbitrary: none }, wild);
  return fc.oneof(
    { weight: 3, arbitrary: made },
    none,
    wild,
    fc.tuple(made, wild).map((both) => both.flat()),
  );
};

const positions = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('0000000000000000', '0000000000000010') },
  // A position that was never written.
  { weight: 3, arbitrary: fc.constant('9999999999999999') },
  // Invalid positions; the rest of the request is not checked.
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom('', '7', '-1', '~~~~~~~~~~~~~~~~'), headerText) },
);

/** One in eight, because many headers would refuse the request before its body is read. */
const oneInEight = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const headersOf = (name: CallName): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      'idempotency-key':
        api[name].method === 'GET'
          ? fc.constant(undefined)
          : oneInEight(fc.oneof(fc.constantFrom('k1', 'k2', 'k3'), headerText)),
      'if-match':
        api[name].replaces === null
          ? fc.constant(undefined)
          : oneInEight(fc.oneof(fc.constantFrom('"AAAAAAAAAAAAAAAA"', '*', 'W/"x"', '"a", "b"'), headerText)),
      'x-min-position': api[name].method === 'GET' ? oneInEight(positions) : fc.constant(undefined),
      'x-correlation-id': oneInEight(headerText),
      'x-forwarded-for': oneInEight(fc.oneof(fc.constant('203.0.113.7'), headerText)),
      accept: oneInEight(fc.constantFrom('text/html', '*/*;q=0', 'application/xml', ';')),
      'accept-language': oneInEight(fc.constantFrom('it', 'xx-'.repeat(50), '*;q=-1')),
      'content-encoding': oneInEight(fc.constantFrom('gzip', 'br', 'x')),
      'x-http-method-override': oneInEight(fc.constantFrom('DELETE', 'GET')),
      host: oneInEight(fc.constantFrom('evil.example', 'localhost:1', '')),
      origin: oneInEight(fc.constantFrom('https://evil.example', 'null')),
      cookie: oneInEight(headerText),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );

/** Calls that need a new account, whose password hash is slow. */
const costly: ReadonlySet<CallName> = new Set([
  'deletePro',
  'setPassword',
  'confirmEmailChange',
  'verifyResetToken',
  'updateHub',
]);

const made = new Map<CallName, fc.Arbitrary<Plan>>();

/** Returns requests to a call: valid ones, mutated ones and random ones. */
export const plansFor = (name: CallName): fc.Arbitrary<Plan> => {
  const known = made.get(name) ?? makePlans(name);
  made.set(name, known);
  return known;
};

const makePlans = (name: CallName): fc.Arbitrary<Plan> => {
  const own = rows.filter(({ call }) => call === name);
  const started = fc.constantFrom(...own).chain((row) => {
    const entitled = actors.filter((actor) => (row.expected[actor] ?? 500) < 400);
    const actor = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...(entitled.length > 0 ? entitled : actors)) },
      { weight: 1, arbitrary: fc.constantFrom(...actors.filter((one) => row.expected[one] !== null)) },
    );
    return fc.record({ row: fc.constant(row.name), actor });
  });
  return fc
    .record({
      started,
      fresh: fc.nat(11).map((one) => one < (costly.has(name) ? 1 : 5)),
      bearer: bearers,
      body: bodies(name),
      params: paramsOf(name),
      query: queriesOf(name),
      headers: headersOf(name),
    })
    .map(({ started: { row, actor }, ...rest }) => ({ row, actor, ...rest }));
};

/** Returns a valid request by an allowed actor, which must succeed. */
export const plainPlan = (name: CallName): Plan => {
  const own = rows.filter(({ call }) => call === name);
  const entitled = ({ expected }: (typeof rows)[number]) => actors.filter((actor) => expected[actor] === 200);
  // The matrix asks for a missing calendar; here there is one.
  const row = own.find((one) => entitled(one).length > 0) ?? own[0]!;
  const [first = 'self', ...others] = entitled(row);
  return {
    row: row.name,
    actor: others.includes('self') ? 'self' : first,
    fresh: true,
    bearer: { kind: 'good' },
    body: { kind: 'good' },
    params: {},
    query: [],
    headers: {},
  };
};
