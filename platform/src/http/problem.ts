import { STATUS_CODES } from 'node:http';
import {
  ChangedMeanwhile,
  PatientEmailTaken,
  type Problem,
  problems,
  ProofNeeded,
  Rejection,
} from '@visita/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../logging/log.ts';
import { isOutage } from '../postgres/outage.ts';
import { EventStoreUnavailable } from '../event-store/port.ts';
import { TooSlow } from '../async/within.ts';
import { securityHeaders } from './headers.ts';
import { fieldsOf } from './request-work.ts';

const deepest = 8;

type Issues = NonNullable<Problem['issues']>;

/** Maximum number of characters of one path or message, which may repeat the input. */
const textMaximum = 200;
/** Maximum number of bytes of all issues, so that a refusal stays below 4 kB. */
const bytesMaximum = 3_000;

const cut = (text: string): string =>
  text.length <= textMaximum ? text : `${text.slice(0, textMaximum).toWellFormed()}…`;

/** Returns the first issues that fit into {@link bytesMaximum}, each shortened. */
const shortened = (issues: Issues): Issues => {
  let bytes = 0;
  const fits = (issue: Issues[number]): boolean =>
    (bytes += Buffer.byteLength(JSON.stringify(issue)) + 1) <= bytesMaximum;
  const isOver = issues.findIndex(({ path, message }) => !fits({ path: cut(path), message: cut(message) }));
  const some = isOver === -1 ? issues : issues.slice(0, isOver);
  return some.map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
};

/** Maximum number of fields named in `detail`; `issues` has more. */
const fieldsNamed = 3;
const plainField = /^[\w.-]{1,60}$/;

/** Names the refused fields, for clients that show the text only. */
const detailOf = (issues: Issues): string => {
  const fields = [...new Set(issues.map(({ path }) => path))].filter((path) => plainField.test(path));
  const [, text] = problems['malformed-request'];
  return fields.length === 0 ? text : text.replace(/\.$/, `: ${fields.slice(0, fieldsNamed).join(', ')}.`);
};

/** 400: the request does not match the call's schema. Contains the first issues, up to 3 kB. */
export class MalformedRequest extends Rejection {
  readonly issues: Issues;

  constructor(issues: Issues = []) {
    super('malformed-request', detailOf(issues));
    this.issues = shortened(issues);
  }
}

/** 429, with the seconds to wait. */
export class RateLimited extends Rejection {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('rate-limited');
    this.retryAfter = retryAfter;
  }
}

/** 503: overload. Such refusals are logged as counts, because a line each would cost too much. */
export class Overloaded extends Rejection {
  constructor() {
    super('unavailable');
  }
}

/**
 * Answers any error as problem JSON. Unexpected errors are logged, and clients get only the
 * request's id. All server errors are logged; a client that disconnects causes none.
 */
export const answerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (isHangUp(error) && reply.raw.destroyed) return leave(error, request, reply);
  const rejection = rejectionOf(error);
  request.problem = rejection.code;
  logFailure(error, rejection, request);
  const retryAfter = retryAfterOf(rejection);
  if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
  if (rejection.status === 401) void reply.header('www-authenticate', 'Bearer');
  const body = JSON.stringify(problemOf(rejection, request.id));
  return reply
    .code(rejection.status)
    .headers(securityHeaders.api)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(body);
};

/** Describes a request by its route, because addresses contain tokens. */
const aboutOf = (request: FastifyRequest): Record<string, unknown> => ({
  route: `${request.method} ${request.routeOptions.url ?? ''}`,
  ...fieldsOf(request),
});

/** Logs a failed answer if the server caused the failure. */
const logFailure = (error: unknown, rejection: Rejection, request: FastifyRequest): void => {
  if (rejection.status < 500 || error instanceof Overloaded) return;
  if (rejection.code === 'internal') {
    request.log.error({ err: error, ...aboutOf(request) }, 'a request failed');
  } else {
    const text = isOutOfReach(error) ? 'the database is out of reach' : 'a request was not served';
    request.log.warn({ code: reasonOf(error), ...aboutOf(request) }, text);
  }
};

/** Logs an error that broke an answer, or could not be sent to the client. */
export const logBroken = (error: unknown, request: FastifyRequest): void =>
  logFailure(error, rejectionOf(error), request);

/** Logs that a client left before its answer. */
export const logHangUp = (error: unknown, request: FastifyRequest): void =>
  request.log.info({ code: codeOf(error), ...aboutOf(request) }, 'a client hung up');

/**
 * The client is gone; the status 499, which proxies use too, tells spans that the server did not
 * fail.
 */
const leave = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  logHangUp(error, request);
  return reply.code(499).send();
};

/**
 * Returns the code of the root cause: the product's own errors say little, and those of gateways
 * nothing.
 */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const codes: string[] = [];
  for (let one: unknown = error; one instanceof Error && codes.length < deepest; one = one.cause) {
    codes.push(codeOf(one));
  }
  return codes.findLast((code) => code !== 'unknown') ?? error.name;
};

/** Returns the seconds after which to retry; null if retrying is useless. */
const retryAfterOf = (rejection: Rejection): number | null => {
  if (rejection instanceof RateLimited) return rejection.retryAfter;
  return rejection.code === 'unavailable' ? 1 : null;
};

const problemOf = (rejection: Rejection, requestId: string): Problem => ({
  type: `urn:visita:problem:${rejection.code}`,
  title: STATUS_CODES[rejection.status] ?? 'Error',
  status: rejection.status,
  detail: rejection.message,
  error: rejection.message,
  code: rejection.code,
  requestId,
  ...(rejection instanceof MalformedRequest ? { issues: rejection.issues } : {}),
  ...(rejection instanceof ProofNeeded ? { challenge: rejection.challenge } : {}),
  ...(rejection instanceof ChangedMeanwhile ? { current: rejection.current } : {}),
  ...(rejection instanceof PatientEmailTaken ? { patientId: rejection.patientId } : {}),
});

/** ENOSPC of the system, disk_full of PostgreSQL. */
const isDiskFull = (error: unknown): boolean => /^(?:ENOSPC|EDQUOT|53100)$/.test(reasonOf(error));

const isOutOfReach = (error: unknown): boolean => isOutage(error) || error instanceof EventStoreUnavailable;

/** Codes of abandoned streams, of Node and of the gateway's client. */
const hangUpCodes = /^(?:ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED|ABORT_ERR|UND_ERR_ABORTED)$/;

const isHangUp = (error: unknown): boolean => hangUpCodes.test(codeOf(error));

/** Whether another service did not answer in full or in time. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof TooSlow || isHangUp(error) || codeOf(error).startsWith('UND_ERR_');

const rejectionOf = (error: unknown): Rejection => {
  if (error instanceof Rejection) return error;
  if (isDiskFull(error)) return new Rejection('storage-full');
  if (isOutOfReach(error) || isBrokenOff(error)) return new Rejection('unavailable');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return new Rejection('body-too-large');
  if (status === 415) return new Rejection('unsupported-media-type');
  // Other 4xx errors of Fastify mean unreadable requests.
  if (typeof status === 'number' && status >= 400 && status < 500) return new MalformedRequest();
  return new Rejection('internal', problems.internal[1]);
};
