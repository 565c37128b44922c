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
/** Bytes of a body beyond the limit that are taken and thrown away, so that its sender hears why. */
const heardOut = 8 * 1024 * 1024;

/** Slow senders would keep connections for nothing. */
const usualPatience = 10_000;
/** Who asks and does not read would keep what is answered, in memory and for good. Longer than sockets that poll wait. */
const usualStall = 60_000;

/** What a server is made of. */
export type HttpServerOptions = {
  config: Pick<Config, 'trustProxy'> & TagFrameConfig;
  log: FastifyBaseLogger;
  /** What must work for `/api/health/ready` to say so, by name; each throws where it does not. */
  checks?: Readonly<Record<string, () => Promise<unknown>>>;
  closing?: ClosingOptions;
  /** Milliseconds in which headers and body must have come in; 10,000 by default. */
  patience?: number;
  /** Milliseconds for which nothing may move on a connection that is being served; 60,000 by default. */
  stall?: number;
  metrics?: Pick<Metrics, 'answered' | 'rejected'>;
};

/**
 * A Fastify server with the rules that every address of the product shares: JSON bodies only, problems for errors,
 * security headers, a UUID for each request, no caching under `/api`, health. Register routes, then `listen`;
 * `close` lets the requests in hand finish.
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
    // Fastify's own is no problem JSON, and refuses what can still be answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
    // An address that cannot be read comes past every hook.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply.headers(strictTransport(config.publicOrigin))),
  };
  const app: FastifyInstance = Fastify(options);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerProblem(new Rejection('not-found'), request, reply));
  followRequests(app, metrics);
  serveTagFrame(app, config);
  acceptOnlyJson(app);
  hearOut(app);
  addHeaders(app, config.publicOrigin);
  compressAnswers(app);
  logAnswers(app, log);
  logSecurity(app, log);
  addHealth(app, { checks, log, isClosing: closeGently(app, closing) });
  // Pages may answer every other address; an unknown one under /api stays a problem.
  app.all('/api/*', (request, reply) => answerProblem(new Rejection('not-found'), request, reply));
  return app;
};

const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    // Some clients name the kind of a body that they do not send.
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
 * A client that is still sending when the connection is closed finds it broken, and not the answer that is on the way: what is
 * refused as too large is heard out, within reason, in the time that any request has.
 */
const hearOut = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (reply.statusCode === 413 && length <= heardOut) {
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
    // PostgreSQL stores no NUL in texts: no name or id holds one.
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
  /** Only what changes: it is asked for every second. */
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
