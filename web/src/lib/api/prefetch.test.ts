// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { prefetch, dropPrefetched, isPrefetched, takePrefetched } from './prefetch.ts';

const address = '/api/pro_calendar/1';
const session = { headers: new Headers({ authorization: 'Bearer own' }) };
const prefetched = vi.fn<typeof fetch>(async () => new Response('{}'));
vi.stubGlobal('fetch', prefetched);

afterEach(() => {
  vi.useRealTimers();
  dropPrefetched();
});

it('hands out an answer once, to the session that asked', async () => {
  prefetch(address, session);
  expect(isPrefetched('/api/pro_calendar/')).toBe(true);
  expect(await takePrefetched(address, session)).toBeInstanceOf(Response);
  expect(isPrefetched('/api/pro_calendar/')).toBe(false);
  expect(await takePrefetched(address, session)).toBeUndefined();
});

it('hands out nothing of another session', async () => {
  prefetch(address, session);
  expect(await takePrefetched(address)).toBeUndefined();
  prefetch(address, session);
  const other = { headers: new Headers({ authorization: 'Bearer other' }) };
  expect(await takePrefetched(address, other)).toBeUndefined();
});

it('returns nothing for a failed or refused request', async () => {
  prefetched.mockResolvedValueOnce(new Response('{}', { status: 403 }));
  prefetch(address, session);
  expect(await takePrefetched(address, session)).toBeUndefined();
  prefetched.mockRejectedValueOnce(new TypeError('no network'));
  prefetch(address, session);
  expect(await takePrefetched(address, session)).toBeUndefined();
});

it('hands out nothing from before a change, or from long ago', async () => {
  prefetch(address, session);
  await takePrefetched('/api/bookings', { ...session, method: 'POST' });
  expect(await takePrefetched(address, session)).toBeUndefined();
  vi.useFakeTimers();
  prefetch(address, session);
  vi.advanceTimersByTime(31_000);
  expect(await takePrefetched(address, session)).toBeUndefined();
});
