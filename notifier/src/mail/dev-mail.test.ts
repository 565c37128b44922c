import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpServer } from '@visita/platform/http/server';
import { silent } from '@visita/platform/testing/database';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerDevMail } from './dev-mail.ts';
import { createFileTransport } from './transport.ts';

let directory: string;
let app: FastifyInstance;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-mail-'));
  app = createHttpServer({
    config: { publicOrigin: 'http://localhost:3000', trustProxy: false },
    log: silent,
  });
  registerDevMail(app, { directory, environment: 'development' });
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const link = 'http://localhost:3000/confirmation/?token=a&b=c';
const send = (id: string, created: string, subject: string) =>
  createFileTransport(directory, 'Visita <no-reply@visita.example>').send({
    to: 'ada@example.com',
    from: 'Visita',
    subject,
    text: `Conferma:\n${link}\n`,
    html: '<p>Ciao</p>',
    language: 'it',
    messageId: `<${id}.welcome@visita.example>`,
    created: new Date(created),
  });
const get = (url: string) => app.inject({ url });

test('an empty list says so', async () => {
  const { statusCode, body } = await get('/dev/mail');
  expect([statusCode, body.includes('No mail yet.')]).toEqual([200, true]);
});

test('mails are listed, newest first, and markup in them is inert', async () => {
  await send('e1', '2026-11-20T09:00:00.000Z', 'First <script>alert(1)</script>');
  await send('e2', '2026-11-20T10:00:00.000Z', 'Second');
  await writeFile(join(directory, 'foreign.json'), '{"not": "ours"}');
  const { body, headers } = await get('/dev/mail');
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First &lt;script&gt;'));
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-");
});

test('a mail shows its headers, a link to follow, and its parts', async () => {
  await send('e1', '2026-11-20T09:00:00.000Z', 'Conferma');
  const { body } = await get('/dev/mail/20261120T090000000Z-e1.welcome');
  expect(body).toContain(`href="${link.replace('&', '&amp;')}"`);
  expect(body).toContain('ada@example.com');
  expect(body).toContain('sandbox="allow-popups');
  const part = await get('/dev/mail/20261120T090000000Z-e1.welcome/html');
  expect(part.body).toBe('<p>Ciao</p>');
  expect(part.headers['content-security-policy']).toContain('sandbox');
  expect(part.headers['x-frame-options']).toBe('SAMEORIGIN');
});

test.each(['/dev/mail/nothing', '/dev/mail/..%2f..%2fpackage', '/dev/mail/.hidden', '/dev/mail/%00'])(
  '%s is not served as a mail',
  async (url) => {
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get(url)).statusCode).toBeLessThan(500);
  },
);

const file = '/dev/mail/20261120T090000000Z-e1.welcome';
const paths = ['/dev/mail', file, `${file}/html`];

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', '[::1]:3000'])(
  'a browser on this machine can read mails at %s',
  async (host) => {
    await send('e1', '2026-11-20T09:00:00.000Z', 'Conferma');
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      for (const url of paths) {
        const { statusCode } = await app.inject({ url, remoteAddress, headers: { host } });
        expect(statusCode, `${remoteAddress} ${url}`).toBe(200);
      }
    }
  },
);

const sameMachine = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } };
test.each([
  ['a machine of the network', { ...sameMachine, remoteAddress: '192.168.1.7' }],
  ['a machine with an IPv6 address', { ...sameMachine, remoteAddress: '2001:db8::7' }],
  [
    'a machine that claims to be this one',
    { remoteAddress: '10.0.0.7', headers: { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['a page of a site whose name leads here', { ...sameMachine, headers: { host: 'evil.example:3000' } }],
  ['a name that only begins like ours', { ...sameMachine, headers: { host: 'localhost.evil.example' } }],
  [
    'a proxy on this machine, for another machine',
    { ...sameMachine, headers: { host: 'localhost:3000', 'x-forwarded-for': '10.0.0.7' } },
  ],
])('the pages do not exist for %s, whatever proxies are trusted', async (_, request) => {
  await send('e1', '2026-11-20T09:00:00.000Z', 'Conferma');
  const trusting = createHttpServer({
    config: { publicOrigin: 'http://localhost:3000', trustProxy: '10.0.0.0/8' },
    log: silent,
  });
  registerDevMail(trusting, { directory, environment: 'development' });
  for (const server of [app, trusting]) {
    const nowhere = await server.inject({ url: '/dev/nothing', ...request });
    for (const url of paths) {
      const { statusCode, body } = await server.inject({ url, ...request });
      expect(statusCode).toBe(404);
      expect(problemOf(body)).toEqual(problemOf(nowhere.body));
    }
  }
  await trusting.close();
});

test('in production the pages do not exist', async () => {
  await send('e1', '2026-11-20T09:00:00.000Z', 'Conferma');
  const production = createHttpServer({
    config: { publicOrigin: 'http://localhost:3000', trustProxy: false },
    log: silent,
  });
  registerDevMail(production, { directory, environment: 'production' });
  for (const url of paths) expect((await production.inject({ url, ...sameMachine })).statusCode).toBe(404);
  await production.close();
});

/** Returns a problem without its request id. */
const problemOf = (body: string): unknown => {
  const { requestId: _own, ...problem } = JSON.parse(body) as Record<string, unknown>;
  return problem;
};
