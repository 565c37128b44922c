// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { askAhead, forgetAhead, isAskedAhead, takeAhead } from './ahead.ts';

const address = '/api/pro_calendar/1';
const session = { headers: new Headers({ authorization: 'Bearer own' }) };
const asked = vi.fn<typeof fetch>(async () => new Response('{}'));
vi.stubGlobal('fetch', asked);

afterEach(() => {
  vi.useRealTimers();
  forgetAhead();
});

it('hands out an answer once, to the session that asked', async () => {
  askAhead(address, session);
  expect(isAskedAhead('/api/pro_calendar/')).toBe(true);
  expect(await takeAhead(address, session)).toBeInstanceOf(Response);
  expect(isAskedAhead('/api/pro_calendar/')).toBe(false);
  expect(await takeAhead(address, session)).toBeUndefined();
});

it('hands out nothing of another session', async () => {
  askAhead(address, session);
  expect(await takeAhead(address)).toBeUndefined();
  askAhead(address, session);
  const other = { headers: new Headers({ authorization: 'Bearer other' }) };
  expect(await takeAhead(address, other)).toBeUndefined();
});

it('has what failed or was refused asked for again', async () => {
  asked.mockResolvedValueOnce(new Response('{}', { status: 403 }));
  askAhead(address, session);
  expect(await takeAhead(address, session)).toBeUndefined();
  asked.mockRejectedValueOnce(new TypeError('no network'));
  askAhead(address, session);
  expect(await takeAhead(address, session)).toBeUndefined();
});

it('hands out nothing from before a change, or from long ago', async () => {
  askAhead(address, session);
  await takeAhead('/api/bookings', { ...session, method: 'POST' });
  expect(await takeAhead(address, session)).toBeUndefined();
  vi.useFakeTimers();
  askAhead(address, session);
  vi.advanceTimersByTime(31_000);
  expect(await takeAhead(address, session)).toBeUndefined();
});
