import { describe, expect, it } from 'vitest';
import { createClient } from './api.ts';

const routes = {
  getClinics: ['GET', '/api/clinics', 'Clinics failed'],
  logOut: ['POST', '/api/logout', 'Logout failed'],
} as const;

/** A server with one response, which answers 304 to its ETag. */
const createScene = () => {
  let tag = '"1"';
  let token = 'ann';
  const asked: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_address, init) => {
    const given = new Headers(init?.headers).get('if-none-match');
    asked.push(given);
    if (given === tag) return new Response(null, { status: 304 });
    return new Response(JSON.stringify({ message: 'Clinics', data: [tag] }), { headers: { etag: tag } });
  };
  const call = createClient({ routes, token: () => token, fetch, keeps: true });
  return {
    call,
    asked,
    change: (next: string) => (tag = next),
    logIn: (next: string) => (token = next),
  };
};

describe('a response with an ETag', () => {
  it('is the previous one if nothing changed, and a new one otherwise', async () => {
    const { call, asked, change } = createScene();
    const first = await call('getClinics');
    expect(await call('getClinics')).toBe(first);
    change('"2"');
    expect(await call('getClinics')).toMatchObject({ data: ['"2"'] });
    expect(asked).toEqual([null, '"1"', '"1"']);
  });

  it('is dropped with its session', async () => {
    const { call, asked, logIn } = createScene();
    await call('getClinics');
    logIn('bob');
    await call('getClinics');
    logIn('ann');
    await call('getClinics');
    expect(asked).toEqual([null, null, null]);
  });

  it('is not used for writes', async () => {
    const { call, asked } = createScene();
    await call('logOut');
    await call('logOut');
    expect(asked).toEqual([null, null]);
  });
});
