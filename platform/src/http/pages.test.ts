import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { servePages } from './pages.ts';

let directory: string;
let app: FastifyInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-pages-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<p nonce="__CSP_NONCE__">dashboard</p>');
  await writeFile(join(directory, 'booking.html'), '<p>booking</p>');
  await writeFile(join(directory, 'assets/a.js'), 'plain');
  await writeFile(join(directory, 'assets/a.js.br'), 'brotli');
  app = Fastify();
  await servePages(app, { directory, publicOrigin: 'https://visita.example' });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

test.each(['/', '/dashboard/calendar', '/anything/else'])('%s is the dashboard', async (url) => {
  expect((await get(url)).body).toContain('dashboard');
});

test.each(['/booking/anna', '/confirmation/?token=x', '/manage/'])('%s is the public entry', async (url) => {
  expect((await get(url)).body).toContain('booking');
});

test('a page carries a nonce of its own, and its policy names it', async () => {
  const [one, other] = [await get('/'), await get('/')];
  const nonce = /nonce="(.+?)"/.exec(one.body)?.[1];
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(other.body).not.toContain(nonce);
  expect(one.headers['cache-control']).toBe('no-store');
});

test('a built file is sent compressed to who takes it, and may be kept for ever', async () => {
  const plain = await get('/assets/a.js');
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'plain',
    'public, max-age=31536000, immutable',
  ]);
  const small = await get('/assets/a.js', 'br, gzip');
  expect([small.body, small.headers['content-encoding']]).toEqual(['brotli', 'br']);
});
