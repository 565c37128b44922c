import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import Fastify, { type FastifyInstance } from 'fastify';
import { api } from '@visita/contracts/api/table';
import { servePages, type PagesOptions } from './pages.ts';

let directory: string;
let app: FastifyInstance;
let toldApp: FastifyInstance;
const publicOrigin = 'https://visita.example';

const plain = {
  publicOrigin,
  tagManager: null,
  tagOrigin: null,
  countryLookup: null,
  trust: 'open',
  signUp: 'open',
  confirmBy: 'link',
  supportEmail: 'help@visita.example',
  legalDirectory: null,
} as const;

const serve = async (config: Partial<PagesOptions['config']>): Promise<FastifyInstance> => {
  const served = Fastify();
  await servePages(served, { directory, config: { ...plain, ...config } });
  return served;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-pages-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<head></head><p nonce="__CSP_NONCE__">dashboard</p>');
  await writeFile(join(directory, 'entrance.html'), '<head></head><p nonce="__CSP_NONCE__">entrance</p>');
  await writeFile(join(directory, 'booking.html'), '<head></head><p>booking</p>');
  await writeFile(join(directory, '.sources'), 'a list');
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

const face = {
  pro: {
    id: 'p1',
    username: 'anna',
    title: 'doc',
    name: 'Anna',
    lastname: '<b>"Riva"',
    calendarPageUrl: 'anna',
  },
  clinics: [
    {
      id: 'c1',
      name: 'Aurora',
      city: 'Milano',
      address: 'Via Garibaldi 12',
      postal_code: '20121',
      country: 'IT',
      online_booking: true,
    },
  ],
  hubs: [],
  options: {
    calendarAvailabilityLimit: 30,
    comunicationsLanguage: 'en',
    searchEngines: true,
    languagesSpoken: ['it', 'en'],
  },
};

test("a booking page has its pro's name as title, and carries its first data", async () => {
  await mkdir(join(directory, 'locales/en'), { recursive: true });
  const share = { description: 'Book {{name}}: {{places}}.', descriptionWithout: 'Book {{name}}.' };
  await writeFile(
    join(directory, 'locales/en/booking.json'),
    JSON.stringify({ title: 'Book with {{name}}', share }),
  );
  await writeFile(
    join(directory, 'booking.html'),
    '<html lang="it"><head><title>Visita</title></head><p>booking</p>',
  );
  const asked: string[] = [];
  const served = Fastify();
  const answers: Record<string, unknown> = {
    [api.getProByUrl.path]: face.pro,
    [api.getProClinics.path]: face.clinics,
    [api.getProHubs.path]: face.hubs,
    [api.getOptions.path]: face.options,
  };
  for (const path of Object.keys(answers))
    served.get(path, (request, reply) => {
      asked.push(request.ip);
      return request.url.endsWith('nobody') ? reply.code(404).send({}) : { data: answers[path] };
    });
  await servePages(served, { directory, config: plain });
  const page = await served.inject({ url: '/booking/anna?x=1', remoteAddress: '203.0.113.7' });
  expect(page.body).toContain('<html lang="en">');
  expect(page.body).toContain('<title>Book with Anna &lt;b&gt;&quot;Riva&quot; · Visita</title>');
  expect(page.body).toContain('content="Book Anna &lt;b&gt;&quot;Riva&quot;: Aurora, Milano."');
  expect(page.body).toContain('<link rel="canonical" href="https://visita.example/booking/anna" />');
  expect(page.body).not.toContain('<b>');
  expect(page.body).toContain('"knowsLanguage":["it","en"]');
  const first = /id="first-data">(.*?)<\/script>/.exec(page.body)?.[1] ?? '';
  expect(JSON.parse(first)).toEqual(face);
  expect(new Set(asked), 'counted as the visitor’s').toEqual(new Set(['203.0.113.7']));
  expect(page.body).toContain('content="https://visita.example/booking/anna/picture.png"');
  const picture = await served.inject('/booking/anna/picture.png');
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await served.inject('/booking/nobody/picture.png')).statusCode).toBe(404);
  answers[api.getProByUrl.path] = { ...face.pro, name: 'Ελένη' };
  const greek = (await served.inject('/booking/anna')).body;
  expect(greek, 'a name that cannot be drawn').toContain(
    'content="https://visita.example/icons/icon-512.png"',
  );
  expect((await served.inject('/booking/anna/picture.png')).statusCode).toBe(404);
  const unknown = await served.inject('/booking/nobody');
  expect([unknown.headers['x-robots-tag'], unknown.body.includes('first-data')]).toEqual(['noindex', false]);
  expect(page.headers['x-robots-tag'], 'shown by search engines').toBeUndefined();
  answers[api.getOptions.path] = { ...face.options, searchEngines: false };
  expect((await served.inject('/booking/anna')).headers['x-robots-tag']).toBe('noindex');
  const { languagesSpoken: _, ...older } = face.options;
  answers[api.getOptions.path] = older;
  const rolled = await served.inject('/booking/anna');
  expect([rolled.statusCode, rolled.body.includes('knowsLanguage')], 'the release before').toEqual([
    200,
    false,
  ]);
  await served.close();
});

test("a name in a page's first data cannot end its element or a line", async () => {
  const name = `</script><script>alert(1)</script><!--\u2028\u2029 & Co`;
  const served = Fastify();
  const answers = {
    [api.getProByUrl.path]: { ...face.pro, name },
    [api.getProClinics.path]: face.clinics.map((clinic) => ({ ...clinic, name })),
    [api.getProHubs.path]: face.hubs,
    [api.getOptions.path]: face.options,
  };
  for (const [path, data] of Object.entries(answers)) served.get(path, () => ({ data }));
  await servePages(served, { directory, config: plain });
  const { body } = await served.inject('/booking/anna');
  const scripts = [...body.matchAll(/<script type="(.+?)" id="(.+?)">(.*?)<\/script>/gs)];
  expect(scripts.map(([, type, id]) => [type, id])).toEqual([
    ['application/ld+json', 'linked-data'],
    ['application/json', 'first-data'],
  ]);
  for (const [, , id, text = ''] of scripts) expect(text, id).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(scripts[1]?.[3] ?? '')).toMatchObject({ pro: { name }, clinics: [{ name }] });
  expect(body.replaceAll(/<script type=.*?<\/script>/gs, '')).not.toContain('<script>');
  await served.close();
});

test("robots are told the sitemap's address, and which addresses are no pages", async () => {
  const { headers, body } = await get('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('Disallow: /operator\n');
  expect(body).toMatch(/\n\nSitemap: https:\/\/visita\.example\/sitemap\.xml\n$/);
});

test('a link to a former address redirects to the present one with its query, and is not cached', async () => {
  const served = Fastify();
  served.get<{ Params: { url: string } }>(api.getFormerAddress.path, ({ params }, reply) =>
    params.url === 'left' ? { data: { calendarPageUrl: 'present' } } : reply.code(404).send({}),
  );
  await servePages(served, { directory, config: plain });
  const { statusCode, headers } = await served.inject('/booking/left/?a=//evil.example');
  expect([statusCode, headers.location]).toEqual([302, '/booking/present?a=//evil.example']);
  expect(headers['cache-control']).toBe('no-store');
  expect((await served.inject('/booking/other')).statusCode).toBe(200);
  await served.close();
});

test("the operator's contact address and legal texts are served", async () => {
  const legalDirectory = await mkdtemp(join(tmpdir(), 'visita-legal-'));
  await expect(serve({ legalDirectory })).rejects.toThrow('privacy-policy.it.txt is missing or empty');
  for (const document of ['privacy-policy', 'terms-and-conditions', 'cookie-policy'])
    for (const language of ['it', 'en', 'es'])
      await writeFile(join(legalDirectory, `${document}.${language}.txt`), `# ${document} ${language}`);
  const served = await serve({ legalDirectory });
  expect((await served.inject('/legal/cookie-policy.es.txt')).body).toBe('# cookie-policy es');
  const page = (await served.inject('/privacy-policy')).body;
  expect(page).toContain('<meta name="legal-texts" content="own" />');
  expect(page).toContain('<meta name="support" content="help@visita.example" />');
  expect((await get('/')).body).not.toContain('legal-texts');
  const security = await get('/.well-known/security.txt');
  expect(security.body).toMatch(/^Contact: mailto:help@visita.example\nExpires: 20\d\d-/);
  await served.close();
  await rm(legalDirectory, { recursive: true });
});

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

test.each(['/dashboard', '/dashboard/calendar', '/onboarding/personal-data', '/loading?x=1', '/index.html'])(
  '%s is the dashboard',
  async (url) => {
    expect((await get(url)).body).toContain('dashboard');
  },
);

test.each(['/', '/login', '/privacy-policy/', '/anything/else', '/loadings'])(
  '%s is the entrance',
  async (url) => {
    expect((await get(url)).body).toContain('entrance');
  },
);

test.each(['/booking/anna', '/confirmation/?token=x', '/manage/', '/messages/'])(
  '%s is the public entry',
  async (url) => {
    expect((await get(url)).body).toContain('booking');
  },
);

test('a page has a nonce of its own, named in its policy', async () => {
  const [one, other] = [await get('/'), await get('/')];
  const nonce = /nonce="(.+?)"/.exec(one.body)?.[1];
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  expect(other.body).not.toContain(nonce);
  expect(one.headers['cache-control']).toBe('no-store');
});

test('a built file is compressed if the client accepts that, and cached for ever', async () => {
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

test.each([
  ['/foo.html', { 'sec-fetch-mode': 'navigate' }],
  ['/x.txt', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
])('%s, opened as a page, is the login, which search engines do not index', async (url, headers) => {
  const page = await app.inject({ url, headers });
  expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(page.body).toContain('entrance');
});

test.each([
  ['/foo.html', {}],
  ['/favicon.ico', { 'sec-fetch-mode': 'no-cors', accept: 'image/*' }],
  ['/data.json', { 'sec-fetch-mode': 'cors', accept: 'text/html' }],
  ['/.sources.html', { 'sec-fetch-mode': 'navigate' }],
])('%s, requested as a file, is not found', async (url, headers) => {
  expect((await app.inject({ url, headers })).statusCode).toBe(404);
});

test('search engines index the entrance and booking pages only', async () => {
  const robots = async (url: string) => (await get(url)).headers['x-robots-tag'];
  for (const url of ['/', '/login', '/signup']) expect(await robots(url), url).toBeUndefined();
  for (const url of [
    '/password-setting/?token=x',
    '/dashboard/calendar',
    '/confirmation/?token=x',
    '/manage/?token=x',
  ])
    expect(await robots(url), url).toBe('noindex');
});

test('the service worker gets the dashboard by its file name, with a nonce of its own', async () => {
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

const trusted = "; require-trusted-types-for 'script'; trusted-types default";

test.each(['/', '/login', '/login/', '/signup?from=mail', '/cookie-policy'])(
  'with a tag manager, %s names it and allows only its origin',
  async (url) => {
    const { policy, body } = await policyOf(toldApp, url);
    expect(body).toContain('<meta name="tag-manager" content="https://tags.example GTM-X" />');
    expect(policy).toContain("script-src 'self' https://tags.example;");
    const { policy: without, body: unmeasured } = await policyOf(app, url);
    expect(unmeasured).not.toContain('tag-manager');
    expect(policy.replaceAll(' https://tags.example', '').replace(/'nonce-.+?'/, '')).toBe(
      without.replace(/'nonce-.+?'/, '').replace(trusted, ''),
    );
    expect(without).toContain(trusted);
  },
);

test('under strict no page has a tag manager, but one may have a frame of another origin', async () => {
  const tagManager = { key: 'GTM-X', origin: 'https://tags.example' };
  const none = await serve({ trust: 'strict', tagManager });
  expect(Object.values(await policyOf(none, '/login')).join()).not.toMatch(/GTM-X|tags\.example|tag-frame/);
  for (const trust of ['strict', 'open'] as const) {
    const framed = await serve({ trust, tagManager, tagOrigin: 'https://frame.example' });
    const { policy, body } = await policyOf(framed, '/login');
    expect(body).toContain('<meta name="tag-frame" content="https://frame.example" />');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('; frame-src https://frame.example;');
    expect(policy).toContain(trusted);
    expect(policy + body).not.toMatch(/GTM-X|tags\.example/);
    for (const url of ['/booking/anna', '/confirmation/?token=x', '/password-setting?token=x', '/dashboard'])
      expect(Object.values(await policyOf(framed, url)).join()).not.toContain('frame.example');
    await framed.close();
  }
  await none.close();
});

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
])('%s never has a tag manager', async (url) => {
  const { policy, body } = await policyOf(toldApp, url);
  expect(body).not.toContain('GTM-X');
  expect(policy).not.toContain('tags.example');
  expect(body, 'but may ask for the country, without the token').toContain('country-lookup');
  expect(body).not.toContain('secret');
});

test.each([
  '/operator',
  '/operator/',
  '/operator?q=1',
  '/operator/api/health',
  '/%6fperator',
  '/oper%61tor/',
  '/%6F%70erator?q=1',
  '/operator%2fapi',
  '/.sources',
  '/%2esources',
  '/.vite/manifest.json',
])('%s is no page without a desk', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('an address with the same start is a page', async () => {
  expect((await get('/operators')).body).toContain('entrance');
});

test('patients confirm by a button if the operator chose that', async () => {
  const tag = '<meta name="confirm-by" content="button" />';
  const chosen = await serve({ confirmBy: 'button' });
  expect((await chosen.inject('/confirmation/?token=x')).body).toContain(tag);
  expect((await get('/confirmation/?token=x')).body).not.toContain(tag);
  await chosen.close();
});
