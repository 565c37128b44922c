// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import useSWR from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from './api.ts';
import { rereadDelayMs, rereadLater } from './rereads.ts';

const routes = { getPatients: ['GET', '/api/patients/:key', 'It failed.'] as const };

/** A server whose read models catch up by the second response. */
const behindAtFirst = () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const answer = (headers: Record<string, string>) => Response.json({ message: '', data: [] }, { headers });
  fetch.mockResolvedValueOnce(answer({ 'x-stale': 'true' })).mockResolvedValue(answer({}));
  return fetch;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('reads again until the response includes the earlier write', async () => {
  const fetch = behindAtFirst();
  const call = createClient<'getPatients'>({ routes, token: () => null, onStale: rereadLater, fetch });
  const input = { params: { key: 'a-pro' } };
  renderHook(() => useSWR(['getPatients', input], () => call('getPatients', input), { dedupingInterval: 0 }));
  await vi.advanceTimersByTimeAsync(rereadDelayMs - 100);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3 * rereadDelayMs);
  expect(fetch, 'a fresh answer is not asked for again').toHaveBeenCalledTimes(2);
});
