import { readConfig } from '@visita/platform/config/config';
import type { OperatorToken } from '@visita/platform/config/values';
import { createLimiter } from '@visita/platform/http/limits';
import { createHttpServer } from '@visita/platform/http/server';
import { silent } from '@visita/platform/testing/database';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type DeskDeps, serveDesk } from './desk.ts';
import { createDeskSessions } from './session.ts';

const token = 'a-token-of-more-than-32-characters';
const now = () => new Date('2026-11-20T08:00:00.000Z');

/** Fails if a dependency behind the login is used. */
const locked = () => {
  throw new Error('behind the entrance');
};

const desk = async (publicOrigin: string, tokens: readonly OperatorToken[] = [{ name: null, token }]) => {
  const config = readConfig({ PUBLIC_ORIGIN: publicOrigin });
  const app = createHttpServer({ config, log: silent });
  const deps: DeskDeps = {
    tokens,
    https: publicOrigin.startsWith('https:'),
    sessions: createDeskSessions({
      tokens,
      hours: 12,
      now,
      ids: randomUUID,
      ended: { add: locked, has: async () => false },
    }),
    limiter: createLimiter({ limits: config.limits, clock: now }),
    viewings: { note: locked },
    audits: { of: locked, causation: locked },
    search: locked,
    health: locked,
    recording: locked,
    page: locked,
  };
  await serveDesk(app, deps);
  return app;
};

it.each([
  ['https://visita.example', 'visita.example', true],
  ['https://visita.example', 'desk.internal:3000', true],
  ['https://visita.example', '127.0.0.1:3010', false],
  ['https://visita.example', 'localhost', false],
  ['http://visita.example', 'visita.example', false],
])('a session of %s, begun at %s, is https only: %s', async (publicOrigin, host, secure) => {
  const app = await desk(publicOrigin);
  const payload = { operator: 'ada', token };
  const { headers } = await app.inject({
    method: 'POST',
    url: '/operator/api/session',
    headers: { host },
    payload,
  });
  expect(String(headers['set-cookie']).endsWith('; Secure')).toBe(secure);
  await app.close();
});

it('a named token identifies its operator, whatever name is given', async () => {
  const own = `${token}-of-nora`;
  const app = await desk('http://visita.example', [
    { name: 'nora', token: own },
    { name: 'ada', token },
  ]);
  const begin = (payload: object) => app.inject({ method: 'POST', url: '/operator/api/session', payload });
  expect((await begin({ token: own, operator: 'ada' })).json()).toEqual({ operator: 'nora' });
  const begun = await begin({ token });
  expect(begun.json()).toEqual({ operator: 'ada' });
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  const session = await app.inject({ url: '/operator/api/session', headers: { cookie } });
  expect(session.json()).toEqual({ operator: 'ada' });
  expect((await begin({ token: `nora:${own}` })).statusCode).toBe(401);
  await app.close();
});

it('a token without a name requires one', async () => {
  const app = await desk('http://visita.example');
  const begin = (operator?: string) =>
    app.inject({ method: 'POST', url: '/operator/api/session', payload: { token, operator } });
  for (const missing of [undefined, '  ']) expect((await begin(missing)).statusCode).toBe(400);
  expect((await begin('ada')).json()).toEqual({ operator: 'ada' });
  await app.close();
});
