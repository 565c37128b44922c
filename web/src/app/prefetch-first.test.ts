// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { dropPrefetched } from '../lib/api/prefetch.ts';
import { clearToken, saveToken } from '../lib/session/session.ts';
import { prefetchFirst } from './prefetch-first.ts';

const routes = {
  authenticate: ['GET', '/api/authentication', ''],
  getProClinics: ['GET', '/api/pros/:id/clinics', ''],
  getProCalendar: ['GET', '/api/pro_calendar/:proId', ''],
} as const;
const token = `e30.${btoa(JSON.stringify({ sub: 'pro-1' }))}.signature`;
const prefetched = vi.fn<(address: string) => Promise<Response>>(async () => new Response('{}'));
vi.stubGlobal('fetch', prefetched);

afterEach(() => {
  clearToken();
  dropPrefetched();
  localStorage.clear();
  prefetched.mockClear();
});

/** Returns the URLs requested when an address is opened, without the translations' version parameter. */
const askedAt = (address: string): string[] => {
  history.replaceState(null, '', address);
  prefetchFirst(routes);
  return prefetched.mock.calls.map(([one]) => one.replace(/\.json.*/, ''));
};

it('prefetches the calendar of the days in the address', () => {
  localStorage.setItem('visita.language', 'es');
  saveToken(token);
  expect(askedAt('/dashboard/calendar?view=day&date=2026-11-26')).toEqual([
    '/locales/es/common',
    '/locales/es/auth',
    '/locales/es/shortcuts',
    '/locales/es/calendar',
    '/api/authentication',
    '/api/pros/pro-1/clinics',
    '/api/pro_calendar/pro-1?from=2026-10-01&to=2026-12-31',
  ]);
});

it('prefetches only the texts without a session', () => {
  localStorage.setItem('visita.language', 'en');
  expect(askedAt('/dashboard/calendar').filter((address) => address.startsWith('/api/'))).toEqual([]);
});

it('prefetches only the session if the token has no account id', () => {
  saveToken('not.a.token');
  const calls = askedAt('/dashboard/calendar').filter((address) => address.startsWith('/api/'));
  expect(calls).toEqual(['/api/authentication']);
});
