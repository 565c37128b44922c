import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import { silent } from '../../testing/database.ts';
import { proxyServices } from './service-proxy.ts';
import { createHttpServer } from './server.ts';
import { createUpstreams } from './upstreams.ts';

const config = { publicOrigin: 'http://localhost:3000', trustProxy: false } as const;

const addressOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

/** A replica that returns its name and the request. */
const replica = async (name: string) => {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/api/health/ready', () => ({ status: 'ok' }));
  app.all('/*', (request) => ({
    name,
    url: request.url,
    body: request.body ?? null,
    client: request.headers['x-forwarded-for'],
    authorization: request.headers.authorization ?? null,
  }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, url: addressOf(app) };
};

/** A replica with the given handler. */
const served = async (handler: (request: FastifyRequest, reply: FastifyReply) => unknown) => {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/api/health/ready', () => ({ status: 'ok' }));
  app.all('/*', handler);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return addressOf(app);
};

type Answer = { name: string; url: string; body: unknown; client: string; authorization: string | null };

const gateway = async (urls: Record<'command' | 'query' | 'notifier', readonly string[]>) => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
  const log = createLogger({ level: 'info', name: 'gateway', destination });
  const statuses: number[] = [];
  const metrics = { ...noMetrics, answered: ({ status }: { status: number }) => void statuses.push(status) };
  const app = createHttpServer({ config, log, metrics, closing: { grace: 0 } });
  const following = (service: keyof typeof urls) =>
    createUpstreams({ urls: urls[service], log: silent, interval: 50 });
  await proxyServices(app, {
    command: following('command'),
    query: following('query'),
    notifier: following('notifier'),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, addressOf(app)), init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
  };
  const connections = promisify(app.server.getConnections.bind(app.server));
  const { port } = app.server.address() as AddressInfo;
  return { ask, lines, statuses, connections, port, address: addressOf(app) };
};

const login = {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    authorization: 'Bearer t',
    'x-forwarded-for': '203.0.113.9',
  },
  body: '{"email": "rosa@example.com", "password": "secret"}',
};

describe('gateway', () => {
  it('forwards each call to its service, with body and headers unchanged except the client’s address', async () => {
    const [command, query] = [await replica('command'), await replica('query')];
    const { ask } = await gateway({ command: [command.url], query: [query.url], notifier: [query.url] });
    expect((await ask('/api/login', login)).body).toEqual({
      name: 'command',
      url: '/api/login',
      body: { email: 'rosa@example.com', password: 'secret' },
      client: '127.0.0.1',
      authorization: 'Bearer t',
    });
    expect((await ask('/api/specializations?x=1')).body).toMatchObject({
      name: 'query',
      url: '/api/specializations?x=1',
    });
    expect((await ask('/api/unknown')).status).toBe(404);
  });

  it('alternates between replicas, without the one that is down', async () => {
    const [one, two] = [await replica('one'), await replica('two')];
    const { ask } = await gateway({ command: [one.url, two.url], query: [one.url], notifier: [one.url] });
    const asked = async () => (await ask('/api/login', login)).body.name;
    expect(new Set([await asked(), await asked()])).toEqual(new Set(['one', 'two']));
    await two.app.close();
    for (let i = 0; i < 6; i += 1) expect(await asked()).toBe('one');
  });

  it('answers 503 with Retry-After if no replica is available', async () => {
    const one = await replica('one');
    const { ask } = await gateway({ command: [one.url], query: [one.url], notifier: [one.url] });
    await one.app.close();
    const { status, headers, body } = await ask('/api/login', login);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body).toMatchObject({ code: 'unavailable' });
  });

  it('does not repeat a command that may have arrived, but repeats a read', async () => {
    const two = await replica('two');
    const breaking = Fastify();
    let asked = 0;
    breaking.get('/api/health/ready', () => ({ status: 'ok' }));
    breaking.all('/*', (request, reply) => {
      asked += 1;
      reply.hijack();
      request.raw.socket.destroy();
    });
    await breaking.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => breaking.close());
    const urls = [addressOf(breaking), two.url];
    const { ask } = await gateway({ command: urls, query: urls, notifier: urls });
    const until = async (path: string, init?: RequestInit) => {
      const before = asked;
      for (;;) {
        const answer = await ask(path, init);
        if (asked > before) return answer.status;
      }
    };
    expect(await until('/api/login', login)).toBe(503);
    expect(await until('/api/specializations')).toBe(200);
  });

  it('logs each 503 of its own with the reason', async () => {
    const one = await replica('one');
    const { ask, lines } = await gateway({ command: [one.url], query: [one.url], notifier: [one.url] });
    await one.app.close();
    const { headers } = await ask('/api/login', login);
    expect(lines.find(({ msg }) => msg === 'a request was not served')).toMatchObject({
      level: 'warn',
      code: 'ECONNREFUSED',
      requestId: headers.get('x-request-id'),
      route: 'POST /api/login',
    });
  });

  it('does not ask an overloaded replica again', async () => {
    let asked = 0;
    const busy = await served((_request, reply) => {
      asked += 1;
      return reply.code(503).header('retry-after', '1').send({});
    });
    const { ask } = await gateway({ command: [busy], query: [busy], notifier: [busy] });
    expect((await ask('/api/specializations')).status).toBe(503);
    expect(asked).toBe(1);
  });

  it("answers 503 if a replica's answer breaks off before any of it was sent", async () => {
    const breaking = await served((_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': '10' }).flushHeaders();
      setImmediate(() => reply.raw.destroy());
    });
    const { ask, lines } = await gateway({ command: [breaking], query: [breaking], notifier: [breaking] });
    const { status, body } = await ask('/api/login', login);
    expect([status, body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(lines.map(({ code }) => code)).toContain('UND_ERR_SOCKET');
  });

  it("does not treat a client's hang-up as a failure", async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow = await served(async () => {
      asked.resolve();
      await gate.promise;
      return { text: 'x'.repeat(100_000) };
    });
    const urls = { command: [slow], query: [slow], notifier: [slow] };
    const { port, lines, statuses, connections } = await gateway(urls);
    const client = connect(port, '127.0.0.1');
    const head = 'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json';
    client.write(`${head}\r\ncontent-length: 2\r\n\r\n{}`);
    await asked.promise;
    client.destroy();
    await expect.poll(() => connections(), { timeout: 10_000 }).toBe(0);
    gate.resolve();
    await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 10_000 }).toContain('a client hung up');
    const line = lines.find(({ msg }) => msg === 'a client hung up');
    expect(line).toMatchObject({ level: 'info', code: 'UND_ERR_ABORTED', route: 'POST /api/login' });
    expect(line).not.toHaveProperty('err');
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('routes a client’s long polling to the same notifier', async () => {
    const [one, two] = [await replica('one'), await replica('two')];
    const { ask } = await gateway({ command: [one.url], query: [one.url], notifier: [one.url, two.url] });
    const poll = async () => (await ask('/socket.io/?EIO=4&transport=polling')).body.name;
    const names = new Set([await poll(), await poll(), await poll()]);
    expect(names.size).toBe(1);
  });

  it('distributes the sockets of one address over the notifiers, and forwards the address', async () => {
    const heard: { name: string; client: string }[] = [];
    const notifier = async (name: string) => {
      const { app, url } = await replica(name);
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
        heard.push({ name, client: String(request.headers['x-forwarded-for']) });
        socket.destroy();
      });
      return url;
    };
    const urls = [await notifier('one'), await notifier('two')];
    const { address } = await gateway({ command: urls, query: urls, notifier: urls });
    const open = (path: string) => {
      const socket = new WebSocket(new URL(path, address.replace('http:', 'ws:')));
      socket.addEventListener('error', () => undefined);
    };
    const begun = '/socket.io/?EIO=4&transport=websocket';
    for (let nth = 0; nth < 4; nth += 1) open(begun);
    await expect.poll(() => heard.length).toBe(4);
    expect(Object.groupBy(heard, ({ name }) => name)).toMatchObject({
      one: { length: 2 },
      two: { length: 2 },
    });
    expect(heard.every(({ client }) => client === '127.0.0.1')).toBe(true);
    // A socket that began with polling stays with its notifier replica.
    heard.splice(0);
    for (let nth = 0; nth < 3; nth += 1) open(`${begun}&sid=abc`);
    await expect.poll(() => heard.length).toBe(3);
    expect(new Set(heard.map(({ name }) => name)).size).toBe(1);
  });
});
