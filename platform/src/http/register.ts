import { Readable } from 'node:stream';
import type { Call } from '@visita/contracts/api/call';
import {
  idempotencyHeader,
  ifMatchHeader,
  positionHeader,
  versionPattern,
} from '@visita/contracts/api/headers';
import { calls, type CallName } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LoadShedding } from './load-shedding.ts';
import type { Caller } from '../auth/caller.ts';
import { type Attachment, type Handlers, isEarly, type RequestInfo, type Serialized } from './calls.ts';
import { acceptSigned, signedRequestOf } from './signed-requests.ts';
import {
  beginIdentify,
  decorateRequests,
  firstRefusal,
  type IdentifyOptions,
  onceProven,
} from './identify.ts';
import { limitingDates, limitingEmail, limitingLink, limitingVisitor } from './limiting.ts';
import { requireExactAddresses } from './exact-addresses.ts';
import { yieldTurn } from '../async/event-loop.ts';
import type { Tracer } from '../telemetry/tracer.ts';
import { requirePlainNames } from './plain-names.ts';
import { answerProblem, MalformedRequest } from './problem.ts';
import { serialize } from './serialize.ts';
import { beginCall, correlationOf, type Route } from './request-work.ts';

/** One call's exchange, as middleware sees it. */
export type Exchange = {
  readonly name: CallName;
  readonly call: Call;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  /** Resolves when the caller's session has been checked, if the call began earlier. */
  readonly proven?: Promise<void>;
  readonly request: RequestInfo;
  /** The client's `Idempotency-Key`. */
  readonly key: string | null;
  requestHeader(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  /** Reports the account that a call without a session is about. */
  concerns?(proId: string): void;
  /** Waits without occupying a place among the concurrent calls. */
  aside<Result>(wait: () => Promise<Result>): Promise<Result>;
};

/** A successful answer: the body by the call's answer schema, and the highest position written. */
export type Outcome = {
  readonly body: string | Buffer;
  readonly position: string | null;
  /**
   * ETag: if a client sends it back and the answer has not changed, the client gets 304 without a
   * body.
   */
  readonly tag?: string;
  /** Patients whose records it shows. */
  readonly shown?: readonly string[];
  /** The client already has the answer. */
  readonly unchanged?: true;
  /** A file in place of the body. */
  readonly attachment?: Attachment['attachment'];
};

/**
 * A function that runs around every call, after authentication and parsing. It may answer without
 * calling the handler, or run the handler under another command id.
 */
export type Middleware = (
  exchange: Exchange,
  run: (commandId?: string) => Promise<Outcome>,
) => Promise<Outcome>;

export type RegisterOptions = IdentifyOptions & {
  service: Call['service'];
  handlers: Handlers;
  loadShedding: LoadShedding;
  /** Whether to refuse filtered addresses and names with links; false by default. */
  strict?: boolean;
  middleware?: Middleware;
  tracer?: Tracer;
  /** Whether requests come through our own gateway, whose traces are continued. */
  behindGateway?: boolean;
};

/** Bytes that take about a millisecond to write to a socket. */
const largeBody = 250_000;

/** Calls with answers that are the same for everyone and change with releases only. */
const referenceData: ReadonlySet<string> = new Set<CallName>(['getSpecializations', 'getProvinces']);

/** Adds a route for every call of a service; throws if a handler is missing. */
export const registerCalls = (app: FastifyInstance, options: RegisterOptions): void => {
  const { service, handlers } = options;
  const own = calls.filter(([, call]) => call.service === service);
  const missing = own.map(([name]) => name).filter((name) => !handlers[name]);
  if (missing.length > 0) throw new Error(`${service}-service has no handler for ${missing.join(', ')}`);
  decorateRequests(app);
  for (const one of own) {
    if (one[1].signed) acceptSigned(app, (scope) => register(scope, one, options));
    else register(app, one, options);
  }
};

type AnyHandler = (context: unknown) => Promise<unknown>;

/** Answers a failed call with the caller's refusal if there is one, otherwise with the error. */
const answerRefusal = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  answerProblem(await firstRefusal(request, error), request, reply);
};

const register = (
  app: FastifyInstance,
  [name, call]: (typeof calls)[number],
  options: RegisterOptions,
): void => {
  const { loadShedding, limiter, middleware, allowance } = options;
  const route: Route = { name, service: call.service };
  const handler = options.handlers[name] as AnyHandler;
  const cached = referenceData.has(name);

  app.route({
    method: call.method,
    url: call.path,
    ...(call.bodyMaximum === undefined ? {} : { bodyLimit: call.bodyMaximum }),
    // The caller is identified before the body is read: an unauthorized caller must not cause
    // parsing.
    onRequest: (request) =>
      beginCall(request, route, options).run(() =>
        loadShedding.admit(() => beginIdentify(request, { call, early: isEarly(handler) }, options)),
      ),
    errorHandler: (error, request, reply) => void answerRefusal(error, request, reply),
    handler: async (request, reply) => {
      const outcome = await onceProven(request, async () => {
        const times = allowance?.(request) ?? 1;
        if (options.strict) requireExactAddresses(call, request.body);
        const exchange = {
          ...exchangeOf(name, call, { request, reply, times }),
          aside: loadShedding.stepAside,
        };
        // Names are checked after the call's schema, which limits their length.
        if (options.strict) requirePlainNames(exchange.body);
        // The idempotency middleware writes, so the caller must be identified first.
        if (exchange.key !== null) await exchange.proven;
        const run = (commandId: string = request.id) =>
          limitingDates(limiter, exchange, () => runHandler(handler, exchange, commandId));
        const answer = () =>
          loadShedding.carryOn(() =>
            limitingVisitor(limiter, exchange, () =>
              limitingLink(limiter, exchange, () =>
                limitingEmail(limiter, exchange, () => (middleware ? middleware(exchange, run) : run())),
              ),
            ),
          );
        // The body arrived outside the work that `onRequest` began, so the work is entered again.
        return request.work?.run(answer) ?? answer();
      });
      if (outcome.position) void reply.header(positionHeader, outcome.position);
      if (cached) void reply.header('cache-control', 'public, max-age=86400');
      if (outcome.tag) void reply.header('etag', outcome.tag);
      if (outcome.unchanged) return reply.code(304).send();
      void reply.header('content-type', 'application/json; charset=utf-8');
      // Many clients may wait for one large answer: writing it to all of them at once would delay others.
      if (outcome.body.length > largeBody) await yieldTurn();
      return reply.send(bodyOf(outcome, reply));
    },
  });
};

/** Streams a file; a slow or disconnected client delays no one. */
const bodyOf = ({ body, attachment }: Outcome, reply: FastifyReply): string | Buffer | Readable => {
  if (!attachment) return body;
  void reply.header('content-disposition', `attachment; filename="${attachment.filename}"`);
  return Readable.from(attachment.chunks);
};

const exchangeOf = (
  name: CallName,
  call: Call,
  { request, reply, times }: { request: FastifyRequest; reply: FastifyReply; times: number },
): Omit<Exchange, 'aside'> => ({
  name,
  call,
  params: parse(call.params, request.params),
  query: parse(call.query, request.query),
  body: parse(call.body, request.body),
  caller: request.early?.caller ?? request.caller,
  ...(request.early && { proven: request.early.proven }),
  request: {
    requestId: request.id,
    correlationId: correlationOf(request),
    commandId: request.id,
    // A mailed token identifies a booking; the command determines its patient.
    actor: actorOf(request.early?.caller ?? request.caller),
    address: request.ip,
    agent: request.headers['user-agent'],
    cookies: request.headers.cookie,
    allowance: times,
    basis: call.replaces === null ? undefined : basisOf(request),
    signed: call.signed ? signedRequestOf(request) : undefined,
  },
  key: keyOf(request),
  requestHeader: (header) => {
    const value = request.headers[header];
    return Array.isArray(value) ? value[0] : value;
  },
  setHeader: (header, value) => void reply.header(header, value),
  concerns: (proId) => {
    request.concerned = proId;
  },
});

const actorOf = (caller: Caller): RequestInfo['actor'] =>
  'proId' in caller ? `pro:${caller.proId}` : 'anonymous';

/** Runs a call's handler as a command, and applies the call's answer schema. */
export const runHandler = async (
  handler: AnyHandler,
  exchange: Exchange,
  commandId: string,
): Promise<Outcome> => {
  let position: string | null = null;
  const wrote = (written: string): void => {
    if (position === null || written > position) position = written;
  };
  const shown: string[] = [];
  const { call, params, query, body, caller } = exchange;
  const request = { ...exchange.request, commandId };
  const result = await handler({
    params,
    query,
    body,
    caller,
    request,
    proven: exchange.proven,
    wrote,
    shows: (patientId: string) => void shown.push(patientId),
    setHeader: exchange.setHeader,
    ...(exchange.concerns ? { concerns: exchange.concerns } : {}),
  });
  const outcome = { position, ...(shown.length > 0 ? { shown } : {}) };
  if (isSerialized(result)) return { ...outcome, body: result.serialized };
  if (isAttachment(result)) return { ...outcome, ...result, body: '' };
  return { ...outcome, body: bounded(caller, await serialize(call.answer, result)) };
};

/** Maximum number of bytes of an answer to a stranger. */
const publicMaximum = 1_000_000;

const bounded = (caller: Caller, body: string): string => {
  if (caller.kind === 'pro' || Buffer.byteLength(body) <= publicMaximum) return body;
  throw new Rejection('answer-too-large');
};

/** Maximum number of issues in a refusal; more would not help. */
const issuesMaximum = 50;

const parse = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(faultsOf).slice(0, issuesMaximum);
  throw new MalformedRequest(issues.map(({ path, message }) => ({ path: path.join('.'), message })));
};

type Issue = z.core.$ZodIssue;

/** Returns the issues of the alternative that the body is closest to, in place of a union's issue without field. */
const faultsOf = (issue: Issue): readonly Issue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  const hasForeign = (faults: readonly Issue[]): boolean =>
    faults.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  const [nearest] = issue.errors.toSorted(
    (one, other) => Number(hasForeign(one)) - Number(hasForeign(other)) || one.length - other.length,
  );
  if (!nearest?.length) return [issue];
  return nearest.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
};

const keyOf = ({ headers }: FastifyRequest): string | null => {
  const key = headers[idempotencyHeader];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new MalformedRequest([{ path: idempotencyHeader, message: 'must be 1 to 200 characters' }]);
};

const basisOf = ({ headers }: FastifyRequest): string | undefined => {
  const version = headers[ifMatchHeader];
  if (version === undefined || versionPattern.test(version)) return version?.slice(1, -1);
  throw new MalformedRequest([
    { path: ifMatchHeader, message: 'must be one version as it was read, in double quotes' },
  ]);
};

const isSerialized = (result: unknown): result is Serialized =>
  typeof result === 'object' &&
  result !== null &&
  'serialized' in result &&
  Buffer.isBuffer(result.serialized);

const isAttachment = (result: unknown): result is Attachment =>
  typeof result === 'object' && result !== null && 'attachment' in result;
