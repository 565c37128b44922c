import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api, calls, type CallName } from '@visita/contracts/api/table';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodRequests } from '../support/good-requests.ts';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import {
  dayAhead,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
} from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const publicOrigin = 'https://visita.example';
const measuring = 'https://measure.example';
const product = useProduct({
  PUBLIC_ORIGIN: publicOrigin,
  TAG_MANAGER_KEY: 'GTM-TEST',
  TAG_MANAGER_ORIGIN: measuring,
});
let anna: RegisteredPro;
let clinic: OpenedClinic;
beforeAll(async () => {
  anna = await registerPro(product().client, 'anna');
  clinic = await openClinic(product().client, anna, 'Studio Roma');
}, 600_000);

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, product().stack.address), init);

/** Headers that every response has. */
const common = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const headersOf = (response: Response, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
const directivesOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0]!, directive.slice(directive.indexOf(' ') + 1)]),
  );

describe('security headers', () => {
  it.each<[number, string, RequestInit?]>([
    [200, '/api/health/live'],
    [200, '/api/pros/url/anna'],
    [200, '/api/docs/openapi.json'],
    [400, '/api/login', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    [400, '/api/%E0%A4%A'],
    [400, '/%00'],
    [401, '/api/clinics'],
    [404, '/api/nothing'],
    [404, '/api/clinics/0190a7a0-0000-7000-8000-000000000001'],
    [404, '/assets/nothing.js'],
    [404, '/operator'],
    [404, '/operator/api/session'],
    [415, '/api/login', { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } }],
    [200, '/socket.io/?EIO=4&transport=polling'],
  ])('%i of %s forbids scripts and caching', async (status, path, init) => {
    const response = await get(path, init);
    expect(response.status).toBe(status);
    expect(headersOf(response, Object.keys(common))).toEqual(common);
    expect(directivesOf(response)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/api/specializations', '/api/provinces'])('%s is public and cacheable', async (path) => {
    const response = await get(path);
    expect(headersOf(response, Object.keys(common))).toEqual(common);
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  const page = {
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': `'self' ${publicOrigin.replace('https', 'wss')}`,
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
  };
  const tokenPages = [
    '/confirmation/?token=x',
    '/manage/?token=x',
    '/password-setting?token=x',
    '/password-setting-collaborator?token=x',
    '/new-mail-setting?token=x',
  ];

  it.each(['/dashboard', '/booking/anna', '/signup/other', '/api/docs', ...tokenPages])(
    '%s runs only the product’s own scripts and sends no referrer',
    async (path) => {
      const [response, again] = [await get(path), await get(path)];
      expect(response.status).toBe(200);
      expect(headersOf(response, Object.keys(common))).toEqual(common);
      const directives = directivesOf(response);
      expect(directives).toMatchObject(page);
      expect(directives['style-src']).toMatch(/^'self' 'nonce-[\w+/=]{24}'$/);
      expect(directives['style-src']).not.toBe(directivesOf(again)['style-src']);
      expect(JSON.stringify(directives)).not.toMatch(/unsafe|\*|measure/);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).not.toContain(measuring);
    },
  );

  it('allow the tag manager’s origin only on pages without secrets', async () => {
    expect(directivesOf(await get('/login'))['script-src']).toBe(`'self' ${measuring}`);
  });

  it('are also set on built files, which are cacheable for ever', async () => {
    const files = await readdir(join(import.meta.dirname, '../../web/dist/assets'));
    const response = await get(`/assets/${files.find((file) => file.endsWith('.js'))}`);
    expect(headersOf(response, Object.keys(common))).toEqual(common);
    expect(directivesOf(response)).toMatchObject({ ...page, 'style-src': "'self'" });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

it('GET and HEAD change nothing, at the address of any call and with any overridden method', async () => {
  const { client, stack } = product();
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T09:00` };
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const placed = await succeed(
    client.call('placeBooking', { body: { booking, patient }, token: anna.token }),
  );
  const known = { anna, clinic, bookingId: placed.data.id, patientId: placed.patient.id };
  const requests = goodRequests(known);
  await using inside = await lookInside(stack.place);
  const own = async () =>
    (await inside.events(placed.position!)).filter(({ metadata }) => !metadata.actor.startsWith('process:'));
  const addressOf = (name: CallName) =>
    api[name].path.replaceAll(/:(\w+)/g, (_, param: string) => requests[name]?.params?.[param] ?? '');
  for (const [name, call] of calls) {
    if (call.method === 'GET') continue;
    for (const method of ['GET', 'HEAD']) {
      const pretending = { 'x-http-method-override': call.method, 'x-method-override': call.method };
      const headers = { authorization: `Bearer ${anna.token}`, ...pretending };
      const { status } = await get(`${addressOf(name)}?_method=${call.method}`, { method, headers });
      expect([name, method, status < 500]).toEqual([name, method, true]);
    }
  }
  expect(await own()).toEqual([]);
  expect((await client.call('authenticate', { token: anna.token })).status).toBe(200);
});
