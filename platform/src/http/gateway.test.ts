import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../testing/database.ts';
import { serveGateway } from './gateway.ts';
import { createHttpServer } from './server.ts';
import { createUpstreams } from './upstreams.ts';

const config = { publicOrigin: 'http://localhost:3000', trustProxy: false } as const;

const addressOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

/** A replica that says which one it is and what it got. */
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

type Answer = { name: string; url: string; body: unknown; client: string; authorization: string | null };

const gateway = async (urls: Record<'command' | 'query' | 'notifier', readonly string[]>) => {
  const app = createHttpServer({ config, log: silent });
  const following = (service: keyof typeof urls) =>
    createUpstreams({ urls: urls[service], log: silent, interval: 50 });
  await serveGateway(app, {
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
  return { ask };
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
  it('sends each call to the service that serves it, body and headers as they came but for the client’s address', async () => {
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

  it('takes replicas in turn, and leaves out the one that is gone', async () => {
    const [one, two] = [await replica('one'), await replica('two')];
    const { ask } = await gateway({ command: [one.url, two.url], query: [one.url], notifier: [one.url] });
    const asked = async () => (await ask('/api/login', login)).body.name;
    expect(new Set([await asked(), await asked()])).toEqual(new Set(['one', 'two']));
    await two.app.close();
    for (let i = 0; i < 6; i += 1) expect(await asked()).toBe('one');
  });

  it('says that nobody answers, and when to come back', async () => {
    const one = await replica('one');
    const { ask } = await gateway({ command: [one.url], query: [one.url], notifier: [one.url] });
    await one.app.close();
    const { status, headers, body } = await ask('/api/login', login);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body).toMatchObject({ code: 'unavailable' });
  });

  it('does not repeat a command that may have arrived, but does repeat a read', async () => {
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

  it('brings a client’s long polling back to the same notifier', async () => {
    const [one, two] = [await replica('one'), await replica('two')];
    const { ask } = await gateway({ command: [one.url], query: [one.url], notifier: [one.url, two.url] });
    const poll = async () => (await ask('/socket.io/?EIO=4&transport=polling')).body.name;
    const names = new Set([await poll(), await poll(), await poll()]);
    expect(names.size).toBe(1);
  });
});
