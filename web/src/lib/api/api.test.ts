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
  const sentTags: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_address, init) => {
    const given = new Headers(init?.headers).get('if-none-match');
    sentTags.push(given);
    if (given === tag) return new Response(null, { status: 304 });
    return new Response(JSON.stringify({ message: 'Clinics', data: [tag] }), { headers: { etag: tag } });
  };
  const call = createClient({ routes, token: () => token, fetch, keeps: true });
  return {
    call,
    sentTags,
    change: (next: string) => (tag = next),
    logIn: (next: string) => (token = next),
  };
};

describe('a response with an ETag', () => {
  it('is the previous one if nothing changed, and a new one otherwise', async () => {
    const { call, sentTags, change } = createScene();
    const first = await call('getClinics');
    expect(await call('getClinics')).toBe(first);
    change('"2"');
    expect(await call('getClinics')).toMatchObject({ data: ['"2"'] });
    expect(sentTags).toEqual([null, '"1"', '"1"']);
  });

  it('is dropped with its session', async () => {
    const { call, sentTags, logIn } = createScene();
    await call('getClinics');
    logIn('bob');
    await call('getClinics');
    logIn('ann');
    await call('getClinics');
    expect(sentTags).toEqual([null, null, null]);
  });

  it('is not used for writes', async () => {
    const { call, sentTags } = createScene();
    await call('logOut');
    await call('logOut');
    expect(sentTags).toEqual([null, null]);
  });
});
