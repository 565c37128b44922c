// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { found, useConnection, watchConnection, watchedFetch } from './connection.ts';
import { deferred } from '../compat/deferred.ts';

let health = true;

const fetched = vi.fn<typeof fetch>(async (input) => {
  if (input === '/api/health/live' && !health) throw new TypeError('no network');
  return new Response('{}');
});
vi.stubGlobal('fetch', fetched);
const state = () => renderHook(() => useConnection()).result.current.state;

watchConnection();

afterEach(() => {
  // `found` would re-render mounted components after the window is gone.
  cleanup();
  health = true;
  found();
});

it('stays lost if a pending or cached response arrives', async () => {
  health = false;
  dispatchEvent(new Event('offline'));
  expect(state()).toBe('lost');
  await watchedFetch('/api/provinces');
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledWith('/api/health/live', expect.anything()));
  await Promise.resolve();
  expect(state()).toBe('lost');
});

it('is restored by a response that a health check confirms', async () => {
  dispatchEvent(new Event('offline'));
  await watchedFetch('/api/provinces');
  await vi.waitFor(() => expect(state()).toBe('ok'));
});

it('stays lost if the network fails again before the health check', async () => {
  const answer = deferred<Response>();
  dispatchEvent(new Event('offline'));
  fetched.mockReturnValueOnce(answer.promise);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('offline'));
  answer.resolve(new Response('{}'));
  await answer.promise;
  await new Promise((done) => setTimeout(done));
  expect(state()).toBe('lost');
});
