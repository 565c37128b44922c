import type { Call } from '@visita/contracts/api/call';
import type { ProblemCode } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Asked, type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { type Tracer, untraced, type Work } from '../telemetry/tracer.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's own interface is merged into
  interface FastifyRequest {
    /** Null before a call was recognized. */
    work: Work | null;
    /** What it was refused with. */
    problem: ProblemCode | null;
    /** What metrics call the route, where it has a name. */
    route: Route | null;
  }
}

/** A route that metrics know by name. */
export type Route = { readonly name: Exclude<Asked, 'other'>; readonly service: Call['service'] };

/** Has each request know its work and its problem, and metrics hear of each answer. */
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
      // Who was refused for a reason was served well.
      work.end(status >= 500 ? (problem ?? 'failed') : null);
    }
    done();
  });
};

/** Begins the work of a call. A trace begins here, unless our own gateway began it. */
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

/** What the caller calls the chain that the request belongs to, where that is a UUID; else its own id. */
export const correlationOf = (request: FastifyRequest): string => {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && uuid.test(given) ? given : request.id;
};

/** Only from a proxy that is trusted, which then has named the client: whose address is not the connection's. */
const traceparentOf = ({ ips = [], headers }: FastifyRequest): string | undefined => {
  const { traceparent } = headers;
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined;
};

/** What a request's own logger does not say by itself. */
export const fieldsOf = ({ id, work }: FastifyRequest): Record<string, unknown> => {
  const { correlationId = id, traceId } = work?.fields ?? {};
  return { correlationId, ...(traceId === undefined ? {} : { traceId }) };
};
