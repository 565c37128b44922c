import type { Call } from '@visita/contracts/api/call';
import type { CallName } from '@visita/contracts/api/table';
import type { ProblemCode } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Asked, Metrics } from '../telemetry/metrics.ts';
import type { Tracer, Work } from '../telemetry/tracer.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's own interface is merged into
  interface FastifyRequest {
    /** Null before a call was recognized. */
    work: Work | null;
    /** What it was refused with. */
    problem: ProblemCode | null;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- likewise
  interface FastifyContextConfig {
    /** What metrics call the route; `other` unless told. */
    asked?: Asked;
    service?: Call['service'];
  }
}

/** Has each request know its work and its problem, and metrics hear of each answer. */
export const followRequests = (
  app: FastifyInstance,
  metrics: Pick<Metrics, 'answered' | 'rejected'>,
): void => {
  app.decorateRequest<Work | null>('work', null);
  app.decorateRequest<ProblemCode | null>('problem', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { asked = 'other', service = 'none' } = request.routeOptions.config ?? {};
    const { problem, work } = request;
    metrics.answered({ asked, service, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    if (problem !== null) metrics.rejected(asked, problem);
    work?.note({ status: reply.statusCode, ...(problem === null ? {} : { problem }) });
    // Who was refused for a reason was served well.
    work?.end(reply.statusCode >= 500 ? (problem ?? 'failed') : null);
    done();
  });
};

/** Begins the work of a call. A trace begins here, unless our own gateway began it. */
export const beginCall = (
  request: FastifyRequest,
  name: CallName,
  { tracer, behindGateway }: { tracer: Tracer; behindGateway: boolean },
): Work => {
  const work = tracer.begin(name, {
    kind: 'server',
    ids: { requestId: request.id, correlationId: correlationOf(request) },
    from: [behindGateway ? traceparentOf(request) : undefined],
    begins: true,
  });
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
