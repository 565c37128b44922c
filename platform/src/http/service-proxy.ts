import type { IncomingHttpHeaders } from 'node:http';
import proxy from '@fastify/http-proxy';
import replyFrom from '@fastify/reply-from';
import type { Call } from '@visita/contracts/api/call';
import { calls } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Tracer, untraced } from '../telemetry/tracer.ts';
import { answerProblem } from './problem.ts';
import { beginCall } from './request-work.ts';
import { queryPaths } from './query-paths.ts';
import type { Upstreams } from './upstreams.ts';

/** Replicas by service. */
export type ServiceUpstreams = Readonly<Record<Call['service'] | 'notifier', Upstreams>>;

/**
 * Routes every call to its service, and sockets to the notifiers. A request that was not delivered
 * goes to the next replica; a request that may have arrived is repeated only if repeating it is
 * safe.
 */
export const proxyServices = async (
  app: FastifyInstance,
  options: ServiceUpstreams,
  tracer: Tracer = untraced,
): Promise<void> => {
  await app.register(async (scope) => {
    // The proxy uses its own parser.
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      // The upstream is set for each request.
      upstream: '',
      prefix: '/socket.io',
      rewritePrefix: '/socket.io',
      websocket: true,
      disableRequestLogging: true,
      wsClientOptions: socketOptions,
      replyOptions: {
        getUpstream: (request) => notifierFor(request, options.notifier),
        rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwarded(request) }),
        onError: (reply, { error }) => void unavailable(reply as FastifyReply, error),
        retryDelay: never,
      },
    });
  });
  await app.register(async (scope) => {
    // Bodies are forwarded unchanged, sometimes to two replicas, and parsed by the service only.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    await scope.register(replyFrom, { disableRequestLogging: true });
    for (const [name, { method, path, service }] of calls) {
      scope.route({
        method,
        url: path,
        onRequest: (request, _reply, done) => {
          beginCall(request, { name, service }, { tracer });
          done();
        },
        handler: (request, reply) => forward({ request, reply, upstreams: options[service] }),
      });
    }
    for (const url of queryPaths)
      scope.get(url, (request, reply) => forward({ request, reply, upstreams: options.query }));
  });
  const all = Object.values(options);
  for (const upstreams of all) upstreams.start();
  app.addHook('onClose', async () => {
    await Promise.all(all.map((upstreams) => upstreams.stop()));
  });
};

/**
 * A new websocket has no notifier to return to, so the sockets of one practice, behind one address, are distributed.
 */
const notifierFor = (
  { headers, ip, url }: Pick<FastifyRequest, 'headers' | 'ip' | 'url'>,
  notifiers: Upstreams,
): string => {
  const isFresh = headers.upgrade?.toLowerCase() === 'websocket' && !/[?&]sid=/.test(url);
  return (isFresh ? notifiers.next(new Set()) : null) ?? notifiers.sticky(ip);
};

const forwarded = ({ ip, protocol, host }: Pick<FastifyRequest, 'ip' | 'protocol' | 'host'>) => ({
  // Replaces the client's header: `ip` already considers trusted proxies.
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
});

/** Forwards the client's address, which determines the limit on sockets. The proxy's types lack this function. */
const socketOptions = {
  headers: {},
  rewriteRequestHeaders: (headers: Readonly<Record<string, string>>, request: FastifyRequest) => ({
    ...headers,
    ...(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie }),
    ...forwarded(request),
  }),
};

/** Removes trace headers: clients do not decide on sampling or trace ids. */
const withoutTrace = ({
  traceparent: _,
  tracestate: __,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders => headers;

const traced = ({ work }: FastifyRequest): { traceparent?: string } => {
  const traceparent = work?.header();
  return traceparent === undefined ? {} : { traceparent };
};

/** Errors before anything of the request was sent. */
const undelivered: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** Replicas that failed, and the last error. */
type Attempts = { readonly tried: ReadonlySet<string>; readonly error?: Error };

const forward = (
  exchange: { request: FastifyRequest; reply: FastifyReply; upstreams: Upstreams },
  { tried, error: last }: Attempts = { tried: new Set() },
): FastifyReply => {
  const { request, reply, upstreams } = exchange;
  const upstream = upstreams.next(tried);
  if (!upstream) return unavailable(reply, last);
  const { body, headers } = request;
  const content = body instanceof Buffer ? { body, contentType: headers['content-type'] ?? '' } : {};
  return reply.from(undefined, {
    ...content,
    getUpstream: () => upstream,
    rewriteRequestHeaders: (_request, sent) => ({
      ...withoutTrace(sent),
      ...forwarded(request),
      ...traced(request),
    }),
    retryDelay: never,
    onError: (failed, { error }) => {
      upstreams.failed(upstream);
      const again = undelivered.has(codeOfCause(error)) || request.method === 'GET';
      const next = { tried: new Set([...tried, upstream]), error };
      if (again) forward({ ...exchange, reply: failed as FastifyReply }, next);
      else unavailable(failed as FastifyReply, error);
    },
  });
};

const codeOfCause = (error: Error): string => {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
};

/**
 * By default the proxy would immediately retry a 503 ten times, although the replica is overloaded.
 */
const never = () => null;

const unavailable = (reply: FastifyReply, cause?: Error): FastifyReply => {
  const rejection = Object.assign(new Rejection('unavailable'), { cause });
  return answerProblem(rejection, reply.request, reply.header('retry-after', '1'));
};
