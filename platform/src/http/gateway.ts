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

/** Where the gateway sends what. */
export type GatewayOptions = Readonly<Record<Call['service'] | 'notifier', Upstreams>>;

/**
 * Routes every call of the table to the service that serves it, and sockets to the notifiers. What could not be
 * delivered goes to the next replica; what may have arrived is repeated only where repeating changes nothing.
 */
export const serveGateway = async (
  app: FastifyInstance,
  options: GatewayOptions,
  tracer: Tracer = untraced,
): Promise<void> => {
  await app.register(async (scope) => {
    // The proxy brings a parser of its own.
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      // Each request names its own.
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
    // As they came: they may be sent twice, and are read by the service only.
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

/** A socket that begins as one has nothing to come back to: those of one practice, behind one address, are spread. */
const notifierFor = (
  { headers, ip, url }: Pick<FastifyRequest, 'headers' | 'ip' | 'url'>,
  notifiers: Upstreams,
): string => {
  const isFresh = headers.upgrade?.toLowerCase() === 'websocket' && !/[?&]sid=/.test(url);
  return (isFresh ? notifiers.next(new Set()) : null) ?? notifiers.sticky(ip);
};

const forwarded = ({ ip, protocol, host }: Pick<FastifyRequest, 'ip' | 'protocol' | 'host'>) => ({
  // Not added to what the client claims: only proxies that are trusted have been read into `ip`.
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  'x-forwarded-host': host,
});

/** As with other requests: who the client is decides how many sockets it may have. The proxy's types leave the function out. */
const socketOptions = {
  headers: {},
  rewriteRequestHeaders: (headers: Readonly<Record<string, string>>, request: FastifyRequest) => ({
    ...headers,
    ...(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie }),
    ...forwarded(request),
  }),
};

/** Clients do not say which of their requests are recorded, or to which trace they belong. */
const untold = ({ traceparent: _, tracestate: __, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders =>
  headers;

const traced = ({ work }: FastifyRequest): { traceparent?: string } => {
  const traceparent = work?.header();
  return traceparent === undefined ? {} : { traceparent };
};

/** Nothing of the request was sent. */
const undelivered: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** The replicas that were asked in vain, and what the last one of them failed with. */
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
      ...untold(sent),
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

/** The proxy would ask a replica that says 503 ten times more, at once: the most when it can take the least. */
const never = () => null;

const unavailable = (reply: FastifyReply, cause?: Error): FastifyReply => {
  const rejection = Object.assign(new Rejection('unavailable'), { cause });
  return answerProblem(rejection, reply.request, reply.header('retry-after', '1'));
};
