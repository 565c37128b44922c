import { calls } from '@visita/contracts/api/table';
import { Rejection } from '@visita/contracts/problem';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/config.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import { type Tracer, untraced } from '../telemetry/tracer.ts';
import { silent } from '../../testing/database.ts';
import { keepSpans } from '../../testing/spans.ts';
import { createLoadShedding } from './load-shedding.ts';
import { anonymous } from '../auth/caller.ts';
import type { Handlers } from './calls.ts';
import { proxyServices } from './service-proxy.ts';
import { createLimiter } from './limits.ts';
import { registerCalls } from './register.ts';
import { createHttpServer } from './server.ts';
import { createUpstreams } from './upstreams.ts';

const clock = () => new Date('2026-11-20T09:00:00Z');
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const publicOrigin = 'http://localhost:3000';

type ProxySettings = { behindGateway: boolean; trustProxy: false | string };

const { limits } = readConfig({});

/** A service with a login handler, with its recorded metrics and spans. */
const serving = (
  settings: ProxySettings,
  logIn: Handlers['logIn'] = async () => ({ access_token: 't', pro_id: 'p' }) as never,
) => {
  const { kept, tracer } = keepSpans();
  const answered: unknown[] = [];
  const metrics = {
    ...noMetrics,
    answered: ({ seconds: _, ...answer }: { seconds: number }) => void answered.push(answer),
    rejected: (...rejected: unknown[]) => void answered.push(rejected),
  };
  const app = createHttpServer({
    config: { publicOrigin, trustProxy: settings.trustProxy },
    log: silent,
    metrics,
  });
  registerCalls(app, {
    service: 'command',
    handlers: { ...Object.fromEntries(calls.map(([name]) => [name, () => expect.unreachable()])), logIn },
    authenticate: async () => anonymous,
    limiter: createLimiter({ limits, clock }),
    loadShedding: createLoadShedding({ maximum: 10, log: silent }),
    tracer,
    behindGateway: settings.behindGateway,
  });
  onTestFinished(() => app.close());
  const ask = (headers: Record<string, string> = {}, url = '/api/login') =>
    app.inject({
      method: 'POST',
      url,
      headers,
      payload: { email: 'rosa@example.com', password: 'secret123' },
    });
  return { ask, kept, answered };
};

const forwarded = { traceparent, 'x-forwarded-for': '203.0.113.9' };

describe('the trace of a request', () => {
  it('continues the trace of our own gateway', async () => {
    const { ask, kept } = serving({ behindGateway: true, trustProxy: 'loopback' });
    await ask(forwarded);
    expect(kept).toMatchObject([{ name: 'logIn', parent: traceparent }]);
  });

  it('is not sampled if our own gateway does not sample it', async () => {
    const { ask, kept } = serving({ behindGateway: true, trustProxy: 'loopback' });
    await ask({ ...forwarded, traceparent: traceparent.replace(/01$/, '00') });
    expect(kept).toEqual([]);
  });

  it.each([
    ['a client of the one-process product', { behindGateway: false, trustProxy: false }, forwarded],
    ['a client through a proxy', { behindGateway: false, trustProxy: 'loopback' }, forwarded],
    ['a client that bypasses the gateway', { behindGateway: true, trustProxy: false }, forwarded],
    ['a proxy without a forwarded client', { behindGateway: true, trustProxy: 'loopback' }, { traceparent }],
  ] as const)('is our own, whatever is sent by %s', async (_who, settings, headers) => {
    const { ask, kept } = serving(settings);
    await ask(headers);
    expect(kept).toMatchObject([{ name: 'logIn', parent: undefined }]);
  });

  it('ends with the answer, and fails only if the product did', async () => {
    const wrong = serving({ behindGateway: false, trustProxy: false }, () => {
      throw new Rejection('wrong-credentials');
    });
    await wrong.ask();
    expect(wrong.kept).toMatchObject([
      { attributes: { status: 401, problem: 'wrong-credentials' }, code: null },
    ]);
    const broken = serving({ behindGateway: false, trustProxy: false }, () => {
      throw new Error('rosa@example.com');
    });
    await broken.ask();
    expect(broken.kept).toMatchObject([
      { attributes: { status: 500, problem: 'internal' }, code: 'internal' },
    ]);
  });
});

describe('the metrics of a request', () => {
  it('have its call, status and problem', async () => {
    const { ask, answered } = serving({ behindGateway: false, trustProxy: false }, () => {
      throw new Rejection('wrong-credentials');
    });
    await ask();
    expect(answered).toEqual([
      { asked: 'logIn', service: 'command', status: 401 },
      ['logIn', 'wrong-credentials'],
    ]);
  });

  it('never contain the requested address', async () => {
    const { ask, answered } = serving({ behindGateway: false, trustProxy: false });
    await ask({}, '/api/rosa@example.com');
    await ask({}, '/rosa');
    expect(answered.filter((one) => !Array.isArray(one))).toEqual([
      { asked: 'other', service: 'none', status: 404 },
      { asked: 'other', service: 'none', status: 404 },
    ]);
  });
});

describe('the gateway', () => {
  /** The trace headers that a service receives. */
  const passedOn = async (tracer: Tracer): Promise<Record<string, unknown>> => {
    let passed: Record<string, unknown> = {};
    const service = Fastify({ forceCloseConnections: true });
    service.all('/*', ({ headers }) => {
      passed = { traceparent: headers['traceparent'], tracestate: headers['tracestate'] };
      return {};
    });
    const url = await service.listen({ host: '127.0.0.1', port: 0 });
    const app = createHttpServer({ config: { publicOrigin, trustProxy: 'loopback' }, log: silent });
    const upstreams = () => createUpstreams({ urls: [url], log: silent });
    await proxyServices(app, { command: upstreams(), query: upstreams(), notifier: upstreams() }, tracer);
    onTestFinished(async () => {
      await app.close();
      await service.close();
    });
    await app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { ...forwarded, tracestate: 'a=b' },
      payload: {},
    });
    return passed;
  };

  it('starts its own trace, whatever the client sends', async () => {
    const { kept, tracer } = keepSpans();
    expect(await passedOn(tracer)).toEqual({ traceparent: kept[0]?.traceparent, tracestate: undefined });
    expect(kept).toMatchObject([{ name: 'logIn', parent: undefined, attributes: { status: 200 } }]);
  });

  it('forwards a negative sampling decision', async () => {
    const { kept, tracer } = keepSpans(0);
    expect(await passedOn(tracer)).toEqual({ traceparent: expect.stringMatching(/^00-.*-00$/) });
    expect(kept).toEqual([]);
  });

  it('forwards nothing without tracing', async () => {
    expect(await passedOn(untraced)).toEqual({});
  });
});
