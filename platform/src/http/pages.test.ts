import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { servePages, type PagesOptions } from './pages.ts';

let directory: string;
let app: FastifyInstance;
let toldApp: FastifyInstance;
const publicOrigin = 'https://visita.example';

const serve = async (config: Partial<PagesOptions['config']>): Promise<FastifyInstance> => {
  const served = Fastify();
  const nothing = { publicOrigin, tagManager: null, countryLookup: null, trust: 'open' } as const;
  await servePages(served, { directory, config: { ...nothing, ...config } });
  return served;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-pages-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<head></head><p nonce="__CSP_NONCE__">dashboard</p>');
  await writeFile(join(directory, 'booking.html'), '<head></head><p>booking</p>');
  await writeFile(join(directory, 'assets/a.js'), 'plain');
  await writeFile(join(directory, 'assets/a.js.br'), 'brotli');
  app = await serve({});
  toldApp = await serve({
    tagManager: { key: 'GTM-X', origin: 'https://tags.example' },
    countryLookup: { base: 'https://where.example', token: 'secret' },
  });
});
afterAll(async () => {
  await Promise.all([app.close(), toldApp.close()]);
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

test.each(['/x.txt', '/favicon.ico', '/wp-login.php'])('%s is no page either', async (url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body.includes('dashboard')]).toEqual([404, false]);
});

test('search engines are shown the entrance and booking pages only', async () => {
  const robots = async (url: string) => (await get(url)).headers['x-robots-tag'];
  for (const url of ['/', '/login', '/booking/anna?x=1']) expect(await robots(url), url).toBeUndefined();
  for (const url of [
    '/password-setting/?token=x',
    '/dashboard/calendar',
    '/confirmation/?token=x',
    '/manage/?token=x',
  ])
    expect(await robots(url), url).toBe('noindex');
});

test('the service worker gets the dashboard by its file’s name, with a nonce of its own', async () => {
  const page = await get('/index.html?__WB_REVISION__=1');
  const nonce = /nonce="(.+?)"/.exec(page.body)?.[1] ?? 'none';
  expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(page.headers['content-security-policy']).toContain("worker-src 'self'");
});

test.each(['/assets/gone.js', '/locales/it/gone.json'])('%s is no page', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

const policyOf = async (served: FastifyInstance, url: string) => {
  const { headers, body } = await served.inject({ url });
  return { policy: String(headers['content-security-policy']), body };
};

test.each(['/', '/login', '/login/', '/signup?from=mail', '/cookie-policy'])(
  'where a tag manager is configured, %s names it and lets just its origin in',
  async (url) => {
    const { policy, body } = await policyOf(toldApp, url);
    expect(body).toContain('<meta name="tag-manager" content="https://tags.example GTM-X" />');
    expect(policy).toContain("script-src 'self' https://tags.example;");
    const { policy: without, body: plain } = await policyOf(app, url);
    expect(plain).not.toContain('meta');
    expect(policy.replaceAll(' https://tags.example', '').replace(/'nonce-.+?'/, '')).toBe(
      without.replace(/'nonce-.+?'/, ''),
    );
  },
);

test.each([
  '/booking/anna',
  '/confirmation/?token=x',
  '/manage/?token=x',
  '/password-setting?token=x',
  '/password-setting-collaborator?token=x',
  '/new-mail-setting?token=x',
  '/dashboard/calendar',
  '/onboarding/personal-data',
  '/loading',
  '/index.html',
  '/no/such/page',
])('%s never knows of a tag manager', async (url) => {
  const { policy, body } = await policyOf(toldApp, url);
  expect(body).not.toContain('GTM-X');
  expect(policy).not.toContain('tags.example');
  expect(body, 'but may ask for the country, without the token').toContain('country-lookup');
  expect(body).not.toContain('secret');
});

test.each(['/operator', '/operator/', '/operator?q=1', '/operator/api/health'])(
  '%s is no page where no desk is served',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);

test('an address that only begins alike is a page', async () => {
  expect((await get('/operators')).body).toContain('dashboard');
});
