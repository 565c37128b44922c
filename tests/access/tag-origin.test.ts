import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { measuredPages } from '@visita/contracts/measured-pages';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';

const product = useProduct({
  TRUST: 'strict',
  PUBLIC_ORIGIN: 'https://visita.example',
  TAG_ORIGIN: 'https://tags.visita.example',
  TAG_MANAGER_KEY: 'GTM-TEST',
  TAG_MANAGER_ORIGIN: 'https://measure.example',
  TRUST_PROXY: 'loopback',
});

type Options = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };

const ask = async (path: string, { headers, ...options }: Options = {}) => {
  const { hostname, port } = new URL(product().stack.address);
  const host = 'tags.visita.example';
  const asked = request({ ...options, hostname, port, path, headers: { host, ...headers } }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { response, body: (await response.toArray()).join('') };
};

it('serves the frame’s page only inside the product’s pages, without cookies and with an opaque origin', async () => {
  const { response, body } = await ask('/');
  expect(response.statusCode).toBe(200);
  const { 'content-security-policy': policy = '', ...headers } = response.headers;
  expect(String(policy).replace(/'sha256-[\w+/]{43}='/, 'HASH')).toBe(
    "default-src 'none'; script-src HASH https://measure.example; img-src https://measure.example; " +
      "connect-src https://measure.example; form-action 'none'; base-uri 'none'; " +
      'frame-ancestors https://visita.example; sandbox allow-scripts',
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers, 'it is shown in a frame').not.toHaveProperty('x-frame-options');
  expect(body).toContain('data-key="GTM-TEST"');
  expect(body).toContain(`data-pages="${measuredPages.join(' ')}"`);
});

it.each([
  '/api/health/live',
  '/api/specializations',
  '/api/docs/openapi.json',
  '/login',
  '/index.html',
  '/assets/x.js',
  '/robots.txt',
  '/.well-known/security.txt',
  '/booking/anna',
  '/calendar/x.ics',
  '/operator',
  '/?x=1',
  '//',
  '/%2e%2e/api/health/live',
])('%s is not found', async (path) => {
  expect((await ask(path)).response.statusCode).toBe(404);
});

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s has no effect', async (method) => {
  for (const path of ['/', '/api/login'])
    expect((await ask(path, { method })).response.statusCode, path).toBe(404);
});

it.each<Readonly<Record<string, string>>>([
  { host: 'TAGS.visita.example' },
  { host: 'tags.visita.example.' },
  { host: 'tags.visita.example:443' },
  { host: 'visita.example', 'x-forwarded-host': 'tags.visita.example' },
  { host: 'tags.visita.example', 'x-forwarded-host': 'visita.example' },
])('accepts %j as the host', async (headers) => {
  expect((await ask('/api/health/live', { headers })).response.statusCode).toBe(404);
  expect((await ask('/', { headers })).body).toContain('GTM-TEST');
});

it('differs from the product’s origin', async () => {
  for (const host of ['visita.example', 'other.tags.visita.example', 'xtags.visita.example']) {
    const page = await ask('/', { headers: { host } });
    expect(page.body, host).not.toContain('GTM-TEST');
    expect(page.body, host).toContain('id="root"');
  }
});

it('opens no socket', async () => {
  const polling = '/socket.io/?EIO=4&transport=polling';
  expect((await ask(polling)).response.statusCode).toBe(403);
  expect((await ask(polling, { headers: { host: 'visita.example' } })).response.statusCode).toBe(200);
  const { hostname, port } = new URL(product().stack.address);
  const socket = connect(Number(port), hostname);
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'Host: tags.visita.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[03] /);
});
