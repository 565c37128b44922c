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
  registerDevMail(app, directory);
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const link = 'http://localhost:3000/confirmation/?token=a&b=c';
const send = (id: string, created: string, subject: string) =>
  createFileTransport(directory, 'Visita <no-reply@visita.example>').send({
    to: 'ada@example.com',
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
  '%s is no mail',
  async (url) => {
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await get(url)).statusCode).toBeLessThan(500);
  },
);
