import type { z } from 'zod';
import type { Access, Call, LimitClass } from './call.ts';
import {
  idempotencyHeader,
  ifMatchHeader,
  minimumPositionHeader,
  positionHeader,
  staleHeader,
  versionPattern,
} from './headers.ts';
import { type JsonObject, problem, schemaOf } from './openapi-schemas.ts';
import { type CallName, calls } from './table.ts';

/** The fields of an operation that the documentation page shows. */
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: JsonObject }[];
  readonly requestBody?: { required: true; content: { 'application/json': { schema: JsonObject } } };
  readonly responses: { readonly [status: string]: JsonObject };
  readonly security: readonly JsonObject[];
};

type SecurityScheme = {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly bearerFormat?: string;
  readonly description: string;
};

/** The subset of OpenAPI 3.1 that this product uses. */
export type OpenApiDocument = {
  readonly openapi: '3.1.1';
  readonly info: { title: string; version: string; description: string };
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    schemas: Record<string, JsonObject>;
    responses: Record<string, JsonObject>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

/** Name of the security scheme, such as `bookingToken` for `booking-token`. */
const schemeOf = (access: Access): string | null => {
  if (access === 'public') return null;
  if (access === 'optional' || access === 'pro') return 'session';
  return access.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
};

const securityOf = (access: Access): readonly JsonObject[] => {
  const scheme = schemeOf(access);
  if (scheme === null) return [];
  return access === 'optional' ? [{}, { [scheme]: [] }] : [{ [scheme]: [] }];
};

const bearer = (description: string): SecurityScheme => ({ type: 'http', scheme: 'bearer', description });

const securitySchemes = (): Record<string, SecurityScheme> => {
  const names = [...new Set(calls.map(([, { access }]) => schemeOf(access)))];
  const mailed = names.filter((name) => name !== null && name !== 'session') as string[];
  return {
    session: { ...bearer('The `access_token` of a login.'), bearerFormat: 'JWT' },
    ...Object.fromEntries(mailed.map((name) => [name, bearer('The token of a mailed link of this kind.')])),
  };
};

const limitTexts: Readonly<Record<LimitClass, string>> = {
  R: 'per address, page loads with their public reads',
  C: 'per address, public lists',
  A: 'per account and address, logins',
  M: 'per account and address, calls that send a mail',
  B: 'per address, public bookings',
  T: 'per mailed token; invalid tokens per address',
  W: 'per account, calls of a logged-in pro',
  S: 'per account of the session, searches and pages of long lists',
  P: 'per account, bookings by a pro',
  I: 'per account, invitations',
  D: 'per account, exports of personal data',
  signup: 'per address, sign-ups',
};

const refusals: readonly (readonly [status: number, name: string, description: string])[] = [
  [400, 'Malformed', 'The request is malformed, or a field is not allowed.'],
  [401, 'Unauthenticated', 'There is no valid token.'],
  [403, 'Forbidden', 'The role or the plan does not allow it.'],
  [404, 'NotFound', 'There is no such object, or it belongs to another user.'],
  [409, 'Conflict', 'This is not possible in the current state.'],
  [413, 'TooLarge', 'The body is too large.'],
  [415, 'UnsupportedMediaType', 'The body is not JSON.'],
  [429, 'RateLimited', 'Too many requests; `Retry-After` is the number of seconds to wait.'],
  [500, 'Internal', 'An internal error; the request’s id is in the body.'],
  [
    503,
    'Unavailable',
    'The service, or one that it depends on, is busy; `Retry-After` is the number of seconds to wait.',
  ],
];

const problemResponse = ([status, , description]: (typeof refusals)[number]): JsonObject => ({
  description,
  ...(status === 429 || status === 503
    ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
    : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const refusalsOf = ({ method, access, proof, signed }: Call): Record<string, JsonObject> => {
  const impossible = new Set<number>();
  if (access === 'public') impossible.add(403);
  if (access === 'public' && !proof && !signed) impossible.add(401);
  // A GET has no body.
  if (method === 'GET') impossible.add(413).add(415);
  const possible = refusals.filter(([status]) => !impossible.has(status));
  return Object.fromEntries(
    possible.map(([status, name]) => [String(status), { $ref: `#/components/responses/${name}` }]),
  );
};

const header = (name: string, schema: JsonObject, description?: string) => ({
  name,
  in: 'header',
  required: false,
  ...(description === undefined ? {} : { description }),
  schema,
});

const minimumPosition = header(
  minimumPositionHeader,
  { type: 'string', pattern: String.raw`^\d{16}$` },
  `The highest \`${positionHeader}\` that the client received. The response contains everything written up to this position, and waits up to 2 s for it. If that takes longer, the position does not exist yet, or too many requests are waiting, the response contains the present data with \`${staleHeader}: true\`.`,
);

const ifMatch = (field: string) =>
  header(
    ifMatchHeader,
    { type: 'string', pattern: versionPattern.source },
    `The \`${field}\` of the record as read, in double quotes. If the record has another version by now, nothing is written and the response is 409 \`changed-meanwhile\` with the \`current\` record. Without this header the call replaces the record in any case.`,
  );

/** Parameters of an operation. `path` maps the table's parameter names to those of the document. */
const parametersOf = (
  call: Call,
  pathNames: readonly string[],
  schemas: Record<string, JsonObject>,
): Operation['parameters'] => {
  const fields = (schema: z.ZodType): [string, JsonObject, boolean][] => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input', schemas);
    return Object.entries(properties as Record<string, JsonObject>).map(([name, field]) => [
      name,
      field,
      (required as string[]).includes(name),
    ]);
  };
  const own = namesIn(call.path);
  const params = new Map(fields(call.params).map(([name, schema]) => [name, schema]));
  return [
    ...pathNames.map((name, index) => ({
      name,
      in: 'path',
      required: true,
      schema: params.get(own[index] ?? name) ?? { type: 'string' },
    })),
    ...fields(call.query).map(([name, schema, required]) => ({ name, in: 'query', required, schema })),
    call.method === 'GET'
      ? minimumPosition
      : header(idempotencyHeader, { type: 'string', minLength: 1, maxLength: 200 }),
    ...(call.replaces === null ? [] : [ifMatch(call.replaces)]),
  ];
};

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

const operationOf = (
  [name, call]: readonly [CallName, Call],
  pathNames: readonly string[],
  schemas: Record<string, JsonObject>,
): Operation => {
  // Without a body schema the body is optional.
  const hasBody = !call.body.safeParse(undefined).success;
  const body = hasBody ? schemaOf(call.body, 'input', schemas) : null;
  const text = { type: 'string' };
  const headers = { [call.method === 'GET' ? staleHeader : positionHeader]: { schema: text } };
  const content = { 'application/json': { schema: schemaOf(call.answer, 'output', schemas) } };
  return {
    operationId: name,
    summary: call.summary,
    description: `Limit: ${limitTexts[call.limit]}.${call.limitOfPros ? ` With a session: ${limitTexts[call.limitOfPros]}.` : ''}`,
    tags: [tagOf(call.path)],
    parameters: parametersOf(call, pathNames, schemas),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { '200': { description: 'Success', headers, content }, ...refusalsOf(call) },
    security: securityOf(call.access),
  };
};

/** First noun of a path: `pros` of `/api/pros/:id`. */
const tagOf = (path: string): string => path.split('/')[2] ?? '';

/** Returns the OpenAPI document of all calls. `origin` is the product's public URL. */
export const openApiDocument = (origin: string): OpenApiDocument => {
  const schemas: Record<string, JsonObject> = { Problem: schemaOf(problem, 'output', {}) };
  const paths: Record<string, Record<string, Operation>> = {};
  const namesOf = new Map<string, readonly string[]>();
  for (const [name, call] of calls) {
    // OpenAPI treats two templates that differ only in parameter names as one path.
    const anonymous = call.path.replaceAll(/:\w+/g, ':');
    const pathNames = namesOf.get(anonymous) ?? namesIn(call.path);
    namesOf.set(anonymous, pathNames);
    let index = 0;
    const path = anonymous.replaceAll(':', () => `{${pathNames[(index += 1) - 1]}}`);
    const item = (paths[path] ??= {});
    item[call.method.toLowerCase()] = operationOf([name, call], pathNames, schemas);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Visita',
      version: '1',
      description: 'Appointments and patients for healthcare professionals. Failures are RFC 9457 problems.',
    },
    servers: [{ url: origin }],
    tags: [...new Set(calls.map(([, { path }]) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(refusals.map((refusal) => [refusal[1], problemResponse(refusal)])),
      securitySchemes: securitySchemes(),
    },
  };
};
