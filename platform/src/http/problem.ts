import { STATUS_CODES } from 'node:http';
import type { Problem } from '@visita/contracts/problem';
import { problems, Rejection } from '@visita/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../database/connect.ts';
import { isOutage } from '../database/outage.ts';
import { EventStoreUnavailable } from '../event-store/port.ts';
import { securityHeaders } from './headers.ts';
import { fieldsOf } from './request-work.ts';

type Issues = NonNullable<Problem['issues']>;

/** 400: the request does not have the shape of the call. */
export class MalformedRequest extends Rejection {
  readonly issues: Issues;

  constructor(issues: Issues = []) {
    super('malformed-request');
    this.issues = issues;
  }
}

/** 429: come back in so many seconds. */
export class RateLimited extends Rejection {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('rate-limited');
    this.retryAfter = retryAfter;
  }
}

/** Answers any error as problem JSON; one that no rule foresees is logged and hidden behind the request's id. */
export const answerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const rejection = rejectionOf(error);
  request.problem = rejection.code;
  if (rejection.code === 'internal') {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    request.log.error({ err: error, route, ...fieldsOf(request) }, 'a request failed');
  } else if (isOutOfReach(error)) {
    request.log.warn({ code: codeOf(error), ...fieldsOf(request) }, 'the database is out of reach');
  }
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

/** Seconds; null where coming back is no use. */
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
});

const isOutOfReach = (error: unknown): boolean => isOutage(error) || error instanceof EventStoreUnavailable;

const rejectionOf = (error: unknown): Rejection => {
  if (error instanceof Rejection) return error;
  if (isOutOfReach(error)) return new Rejection('unavailable');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return new Rejection('body-too-large');
  if (status === 415) return new Rejection('unsupported-media-type');
  // Whatever else Fastify refuses with a 4xx is a request that could not be read.
  if (typeof status === 'number' && status >= 400 && status < 500) return new MalformedRequest();
  return new Rejection('internal', problems.internal[1]);
};
