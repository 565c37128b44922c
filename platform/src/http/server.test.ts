import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Problem, Rejection } from '@visita/contracts/problem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../postgres/connect.ts';
import { EventStoreUnavailable } from '../event-store/port.ts';
import { createLogger } from '../logging/logger.ts';
import { silent } from '../../testing/database.ts';
import { TooSlow } from '../async/within.ts';
import { pageHeaders } from './headers.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const serving = (options: Partial<HttpServerOptions> = {}) => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    name: 'test',
    destination: { write: (line) => void lines.push(line) },
  });
  const config = { publicOrigin: 'http://localhost:3000', trustProxy: false } as const;
  const app = createHttpServer({ config, log, ...options });
  app.post('/api/echo', (request) => ({ body: request.body ?? null }));
  app.get('/api/ip', (request) => ({ ip: request.ip }));
  app.get('/page', (_request, reply) => reply.type('text/html').send('<p>hello</p>'));
  onTestFinished(() => app.close());
  return { app, lines };
};

const postText = async (payload: string, contentType = 'application/json') => {
  const { app } = serving();
  return app.inject({
    method: 'POST',
    url: '/api/echo',
    payload,
    headers: { 'content-type': contentType },
  });
};

const circular = (): Error => {
  const error = new Error('round');
  return Object.assign(error, { cause: error });
};

describe('http server', () => {
  it('answers a rejection as a problem', async () => {
    const { app } = serving();
    app.get('/api/refused', () => {
      throw new Rejection('slot-taken');
    });
    const answer = await app.inject('/api/refused');
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const { requestId, ...problem } = answer.json<Problem>();
    expect(requestId).toMatch(uuid);
    expect(problem).toEqual({
      type: 'urn:visita:problem:slot-taken',
      title: 'Conflict',
      status: 409,
      detail: 'This time has just been taken. Choose another one.',
      error: 'This time has just been taken. Choose another one.',
      code: 'slot-taken',
    });
  });

  it('answers 503 with Retry-After if the database is unavailable', async () => {
    const { app, lines } = serving();
    const database = connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', log: silent });
    onTestFinished(() => database.close());
    app.get('/api/read', () => database.pool.query('select 1'));
    app.get('/api/decided', () => Promise.reject(new EventStoreUnavailable('an append failed')));
    const answer = await app.inject('/api/read');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json<Problem>().code).toBe('unavailable');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', code: 'ECONNREFUSED' });
    expect((await app.inject('/api/decided')).statusCode).toBe(503);
  });

  it('hides an unexpected error behind the request id, and logs it with that id', async () => {
    const { app, lines } = serving();
    app.get('/api/broken/:id', () => {
      throw new Error('the secret reason');
    });
    const answer = await app.inject('/api/broken/rosa');
    const problem = answer.json<Problem>();
    expect(answer.statusCode).toBe(500);
    expect(problem.code).toBe('internal');
    expect(answer.body).not.toContain('secret reason');
    const [line = ''] = lines;
    expect(JSON.parse(line)).toMatchObject({
      requestId: problem.requestId,
      route: 'GET /api/broken/:id',
      err: { message: 'the secret reason' },
    });
    expect(line).not.toContain('rosa');
  });

  it.each([
    ['an unavailable resource', () => new Rejection('unavailable'), 503, 'warn'],
    ['a timeout', () => new TooSlow('it'), 503, 'warn'],
    ['an outage', () => Object.assign(new Error('x'), { code: '53100' }), 503, 'warn'],
    ['an error with a circular cause', () => circular(), 500, 'error'],
    ['a thrown string', () => 'text', 500, 'error'],
  ])('logs %s with the request id', async (_name, make, status, level) => {
    const { app, lines } = serving();
    app.get('/api/failing', () => Promise.reject(make() as Error));
    const answer = await app.inject('/api/failing');
    expect(answer.statusCode).toBe(status);
    expect(lines).toHaveLength(1);
    const { requestId } = answer.json<Problem>();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level, requestId, route: 'GET /api/failing' });
  });

  it.each(['53100', 'ENOSPC'])('reports a full disk (%s) as such, not as overload', async (code) => {
    const { app } = serving();
    app.get('/api/full', () => Promise.reject(Object.assign(new Error('x'), { code })));
    const answer = await app.inject('/api/full');
    expect(answer.statusCode).toBe(503);
    expect(answer.json<Problem>()).toMatchObject({ code: 'storage-full' });
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  it('logs errors that bypass its own error handler', async () => {
    const { app, lines } = serving();
    app.addHook('onSend', async () => {
      throw new Error('the secret reason');
    });
    const answer = await app.inject('/api/ip?token=secret');
    expect(answer.statusCode).toBe(500);
    const logged = lines.map((line) => JSON.parse(line) as { requestId: string });
    expect(logged.at(-1)).toMatchObject({
      level: 'error',
      requestId: answer.headers['x-request-id'],
      route: 'GET /api/ip',
      err: { message: 'the secret reason' },
    });
    expect(logged.length).toBeGreaterThan(1);
    expect(lines.join()).not.toContain('token');
  });

  it('logs an answer that breaks off', async () => {
    const { app, lines } = serving();
    app.get('/api/long', () =>
      Readable.from(
        (async function* () {
          yield 'half';
          await new Promise((resolve) => setImmediate(resolve));
          throw new Error('broken');
        })(),
      ),
    );
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/long`);
    await expect(answer.text()).rejects.toThrow();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'error', err: { message: 'broken' } });
  });

  it.each([
    ['malformed JSON', '{"a":', 'application/json', 400, 'malformed-request'],
    ['__proto__', '{"__proto__":{"a":1}}', 'application/json', 400, 'malformed-request'],
    ['a nested __proto__', '{"a":[{"__proto__":1}]}', 'application/json', 400, 'malformed-request'],
    ['a duplicate name', '{"a":1,"b":":","a":2}', 'application/json', 400, 'malformed-request'],
    ['NUL', String.raw`{"a":"\u0000"}`, 'application/json', 400, 'malformed-request'],
    ['half a surrogate pair', String.raw`{"a":"\ud800"}`, 'application/json', 400, 'malformed-request'],
    ['deep nesting', '['.repeat(10_000) + ']'.repeat(10_000), 'application/json', 400, 'malformed-request'],
    ['a large body', JSON.stringify('x'.repeat(2_000_000)), 'application/json', 413, 'body-too-large'],
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    ['plain text', '{}', 'text/plain', 415, 'unsupported-media-type'],
    ['a malformed content type', '{}', ';;;', 415, 'unsupported-media-type'],
  ])('refuses %s', async (_name, payload, type, status, code) => {
    const answer = await postText(payload, type);
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([status, code]);
  });

  it('answers 413 to a client that is still sending, and continues with the next request', async () => {
    const { app } = serving();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => (answers += chunk.toString()));
    const post = (length: number) =>
      `POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const part = 'x'.repeat(100_000);
    socket.write(post(20 * part.length));
    await expect.poll(() => answers).toContain('body-too-large');
    for (let sent = 0; sent < 20; sent += 1)
      await new Promise<void>((resolve, reject) =>
        socket.write(part, (error) => (error ? reject(error) : resolve())),
      );
    socket.write(`${post(2)}{}`);
    await expect.poll(() => answers).toContain('{"body":{}}');
    expect(answers).not.toMatch(/^connection: close/im);
    socket.destroy();
  });

  it('reads JSON of any valid form, and an empty body as none', async () => {
    const value = { a: 'a "quoted: \\" text', b: [{ c: ': {"d":1}' }, { c: '\\' }], '': null, e: 'è 😀' };
    expect((await postText(JSON.stringify(value))).json()).toEqual({ body: value });
    expect((await postText('', 'application/json; charset=utf-8')).json()).toEqual({ body: null });
  });

  it.each(['/api/unknown', '/api/echo', '/api/%E0%A4%A', '/api/%00', `/api/${'x'.repeat(500)}`])(
    'answers %s with a 4xx problem',
    async (url) => {
      const { app } = serving();
      const answer = await app.inject(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.headers['x-request-id']).toBe(answer.json<Problem>().requestId);
    },
  );

  it('sends security headers with pages, the API and errors', async () => {
    const { app } = serving({ config: { publicOrigin: 'https://visita.example', trustProxy: false } });
    const page = (await app.inject('/page')).headers;
    expect(page['content-security-policy']).toContain("script-src 'self';");
    expect(page['content-security-policy']).toContain("connect-src 'self' wss://visita.example");
    for (const url of ['/page', '/api/ip', '/api/unknown']) {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
    expect((await app.inject('/api/ip')).headers['cache-control']).toBe('no-store');
    expect(page['cache-control']).toBeUndefined();
  });

  it('allows a style nonce, and requires https only if used', () => {
    const headers = pageHeaders({ publicOrigin: 'http://localhost:3000', styleNonce: 'abc' });
    expect(headers['content-security-policy']).toContain("style-src 'self' 'nonce-abc';");
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('trusts forwarded headers only if configured', async () => {
    const forwarded = { url: '/api/ip', headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect((await serving().app.inject(forwarded)).json()).toEqual({ ip: '127.0.0.1' });
    const behind = serving({ config: { publicOrigin: 'http://localhost:3000', trustProxy: '127.0.0.1' } });
    expect((await behind.app.inject(forwarded)).json()).toEqual({ ip: '203.0.113.9' });
  });

  it('reports whether it is alive and ready', async () => {
    let broken = false;
    const database = async () => {
      if (broken) throw new Error('no database');
    };
    const { app, lines } = serving({ checks: { database } });
    expect((await app.inject('/api/health/live')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/api/health/ready')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok' },
    });
    broken = true;
    const answer = await app.inject('/api/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'failed' } },
    ]);
    await app.inject('/api/health/ready');
    broken = false;
    await app.inject('/api/health/ready');
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; failed: string[] });
    expect(logged.map(({ msg, failed }) => [msg, failed])).toEqual([
      ['not ready', ['database']],
      ['ready again', []],
    ]);
  });

  it('finishes the running request when it closes', async () => {
    const { app } = serving();
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    app.get('/api/slow', async () => {
      started.resolve();
      await gate.promise;
      return { done: true };
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = fetch(`${address}/api/slow`);
    await started.promise;
    const closed = app.close();
    gate.resolve();
    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
  });

  it('survives bytes that are not HTTP', async () => {
    const { app } = serving();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const answer = Promise.withResolvers<string>();
    socket.on('data', (data) => answer.resolve(data.toString()));
    socket.end('\u0000\u0001 nonsense\r\n\r\n');
    expect(await answer.promise).toMatch(/^HTTP\/1\.1 400 /);
    expect((await app.inject('/api/health/live')).statusCode).toBe(200);
  });

  describe('to a client that accepts compressed answers', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ id: index, name: 'Visita di controllo' }));
    const ask = async (encoding: string | undefined, url = '/api/rows') => {
      const { app } = serving();
      app.get('/api/rows', () => ({ data: rows }));
      return app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
    };

    it.each([
      ['br, gzip, deflate', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const)('that accepts %s, answers in %s', async (accepted, encoding, decompress) => {
      const answer = await ask(accepted);
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(answer.rawPayload.length).toBeLessThan(1_000);
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
      expect(JSON.parse(String(decompress(answer.rawPayload)))).toEqual({ data: rows });
    });

    it('sends short answers uncompressed, and all answers to other clients', async () => {
      const short = await ask('br', '/api/ip');
      expect(short.headers['content-encoding']).toBeUndefined();
      const plain = await ask(undefined);
      expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
      expect(plain.json()).toEqual({ data: rows });
    });
  });

  it('drops the answer to a client that does not read it, and waits for a slow reader', async () => {
    const { app } = serving({ stall: 2_000 });
    const whole = Buffer.alloc(32 * 1024 * 1024, 'a');
    app.get('/api/large', (_request, reply) => reply.type('application/octet-stream').send(whole));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const ask = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write('GET /api/large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      return socket;
    };
    const [deaf, slow] = [ask().pause(), ask()];
    let read = 0;
    slow.on('data', (chunk: Buffer) => {
      read += chunk.length;
      slow.pause();
      setTimeout(() => slow.resume(), 8);
    });
    const connections = promisify(app.server.getConnections.bind(app.server));
    await new Promise((closed) => slow.once('close', closed));
    expect(read).toBeGreaterThan(whole.length);
    await expect.poll(() => connections(), { timeout: 15_000 }).toBe(0);
    deaf.destroy();
  }, 60_000);

  it('closes the connection of a client that sends slowly', async () => {
    const { app } = serving({ patience: 200 });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const heads = {
      headers: 'POST /api/echo HTTP/1.1\r\nhost: a\r\nx-a: ',
      body: 'POST /api/echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
    };
    for (const head of Object.values(heads)) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(head);
      const drip = setInterval(() => socket.write(' '), 50);
      await new Promise((closed) => socket.resume().once('close', closed));
      clearInterval(drip);
    }
  }, 10_000);
});
