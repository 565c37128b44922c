import type { Call } from '@visita/contracts/api/call';
import type { ProblemCode } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RouteName, type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { type Tracer, untraced, type Work } from '../telemetry/tracer.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into Fastify's own interface
  interface FastifyRequest {
    /** Null before the call was recognized. */
    work: Work | null;
    /** Code of the refusal. */
    problem: ProblemCode | null;
    /** Route label for metrics, if it has a name. */
    route: Route | null;
  }
}

/** A named route for metrics. */
export type Route = { readonly name: Exclude<RouteName, 'other'>; readonly service: Call['service'] };

/** Attaches work and problem to each request, and records metrics of each answer. */
export const followRequests = (
  app: FastifyInstance,
  metrics: Pick<Metrics, 'answered' | 'rejected'>,
): void => {
  app.decorateRequest<Work | null>('work', null);
  app.decorateRequest<ProblemCode | null>('problem', null);
  app.decorateRequest<Route | null>('route', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { problem, route, work } = request;
    const { statusCode: status } = reply;
    if (metrics !== noMetrics) {
      const asked = route?.name ?? 'other';
      const seconds = reply.elapsedTime / 1_000;
      metrics.answered({ asked, service: route?.service ?? 'none', status, seconds });
      if (problem !== null) metrics.rejected(asked, problem);
    }
    if (work) {
      work.note(problem === null ? { status } : { status, problem });
      // A justified refusal is a success.
      work.end(status >= 500 ? (problem ?? 'failed') : null);
    }
    done();
  });
};

/** Begins the work of a call, and a trace unless our own gateway has begun one. */
export const beginCall = (
  request: FastifyRequest,
  route: Route,
  { tracer = untraced, behindGateway = false }: { tracer?: Tracer; behindGateway?: boolean },
): Work => {
  const work = tracer.begin(route.name, {
    kind: 'server',
    ids: { requestId: request.id, correlationId: correlationOf(request) },
    from: [behindGateway ? traceparentOf(request) : undefined],
    begins: true,
  });
  request.route = route;
  request.work = work;
  return work;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the caller's correlation id if it is a UUID, otherwise the request's id. */
export const correlationOf = (request: FastifyRequest): string => {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && uuid.test(given) ? given : request.id;
};

/** Returns the `traceparent` of a trusted proxy only, recognised by a client address other than the connection's. */
const traceparentOf = ({ ips = [], headers }: FastifyRequest): string | undefined => {
  const { traceparent } = headers;
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined;
};

/** Log fields that the request's own logger lacks. */
export const fieldsOf = ({ id, work }: FastifyRequest): Record<string, unknown> => {
  const { correlationId = id, traceId } = work?.fields ?? {};
  return { correlationId, ...(traceId === undefined ? {} : { traceId }) };
};
