import { randomUUID } from 'node:crypto';
import { Rejection } from '@visita/contracts/problem';
import type { Server } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { compressAnswers } from './compression.ts';
import { closeGently, type ClosingOptions } from './closing.ts';
import { FailureLog } from './failure-log.ts';
import { pageHeaders, securityHeaders, strictTransport } from './headers.ts';
import { parseJson } from './json.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { answerProblem, MalformedRequest } from './problem.ts';
import { fieldsOf, followRequests } from './request-work.ts';
import { logSecurity } from './security-log.ts';
import { serveTagFrame, type TagFrameConfig } from './tag-frame.ts';

/** Largest request body, in bytes. */
export const bodyLimit = 256 * 1024;
/** Bytes beyond the limit that are received and discarded, so that the sender gets the refusal. */
const discardedMaximum = 8 * 1024 * 1024;

/** Milliseconds to receive a request: slow senders would keep connections open. */
const usualPatience = 10_000;
/**
 * Milliseconds without progress after which a connection is closed: a client that does not read
 * would keep its answer in memory. Longer than a poll of a socket.
 */
const usualStall = 60_000;

export type HttpServerOptions = {
  config: Pick<Config, 'trustProxy'> & TagFrameConfig;
  log: FastifyBaseLogger;
  /** Readiness checks by name for `/api/health/ready`; each throws if it fails. */
  checks?: Readonly<Record<string, () => Promise<unknown>>>;
  closing?: ClosingOptions;
  /** Ms to receive headers and body; 10,000 by default. */
  patience?: number;
  /** Ms without progress on a connection with a running request; 60,000 by default. */
  stall?: number;
  metrics?: Pick<Metrics, 'answered' | 'rejected'>;
};

/**
 * Creates a Fastify server with the product's common rules: JSON bodies only, problems for errors, security headers,
 * a UUID per request, no caching under `/api`, health checks. Register routes, then `listen`; `close` lets running
 * requests finish.
 */
export const createHttpServer = ({
  config,
  log,
  checks = {},
  closing = {},
  patience = usualPatience,
  stall = usualStall,
  metrics = noMetrics,
}: HttpServerOptions): FastifyInstance => {
  const options: FastifyHttpOptions<Server> = {
    loggerInstance: log,
    logController: new FailureLog(),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit,
    requestTimeout: patience,
    connectionTimeout: stall,
    http: { headersTimeout: patience, connectionsCheckingInterval: Math.min(patience, 1_000) },
    // Fastify's own answer is not problem JSON, and it would refuse requests that can still be
    // answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
    // Malformed addresses bypass all hooks.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply.headers(strictTransport(config.publicOrigin))),
  };
  const app: FastifyInstance = Fastify(options);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(new Rejection('not-found'), request, reply));
  followRequests(app, metrics);
  serveTagFrame(app, config);
  acceptOnlyJson(app);
  discardRest(app);
  addHeaders(app, config.publicOrigin);
  compressAnswers(app);
  logAnswers(app, log);
  logSecurity(app, log);
  addHealth(app, { checks, log, isClosing: closeGently(app, closing) });
  // Pages may answer every address outside /api; an unknown address under /api gets a problem.
  app.all('/api/*', (request, reply) => answerProblem(new Rejection('not-found'), request, reply));
  return app;
};

const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    // Some clients name a content type without a body.
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
    if (length === '0' && chunked === undefined) delete request.headers['content-type'];
    done();
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
};

/**
 * Discards the rest of a body that is too large, up to a limit and within the request's time. If the connection were
 * closed, a client that is still sending would not see the answer.
 */
const discardRest = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (reply.statusCode === 413 && length <= discardedMaximum) {
      void reply.removeHeader('connection');
      request.raw.resume();
    }
    done(null, payload);
  });
};

const addHeaders = (app: FastifyInstance, publicOrigin: string): void => {
  const api = { ...securityHeaders.api, ...strictTransport(publicOrigin), 'cache-control': 'no-store' };
  const page = pageHeaders({ publicOrigin });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.url.startsWith('/api') ? api : page).header('x-request-id', request.id);
    // PostgreSQL cannot store NUL in texts.
    done(request.url.includes('%00') ? new MalformedRequest() : undefined);
  });
};

const logAnswers = (app: FastifyInstance, log: FastifyBaseLogger): void => {
  if (!('isLevelEnabled' in log) || !(log as unknown as LevelAware).isLevelEnabled('debug')) return;
  app.addHook('onResponse', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const about = { route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.debug({ ...about, ...fieldsOf(request) }, 'answered');
    done();
  });
};

type LevelAware = { isLevelEnabled(level: string): boolean };

const checkTimeout = 2000;

type Health = {
  checks: NonNullable<HttpServerOptions['checks']>;
  log: FastifyBaseLogger;
  isClosing: () => boolean;
};

const addHealth = (app: FastifyInstance, { checks, log, isClosing }: Health): void => {
  let wasFailed = '';
  /** Only changes are logged, because readiness is requested every second. */
  const note = (failed: readonly string[]): void => {
    if (failed.join() === wasFailed) return;
    wasFailed = failed.join();
    log.warn({ failed }, failed.length > 0 ? 'not ready' : 'ready again');
  };
  app.get('/api/health/live', () => ({ status: 'ok' }));
  app.get('/api/health/ready', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const failed = results.filter(([, outcome]) => outcome !== 'ok').map(([name]) => name);
    note(failed);
    const ready = !isClosing() && failed.length === 0;
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  });
};

const outcomeOf = async (check: () => Promise<unknown>): Promise<'ok' | 'failed'> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('no answer')), checkTimeout);
  try {
    await Promise.race([check(), timeout.promise]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
};
