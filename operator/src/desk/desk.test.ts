import { readConfig } from '@visita/platform/config';
import { createLimiter } from '@visita/platform/http/limits';
import { createHttpServer } from '@visita/platform/http/server';
import { silent } from '@visita/platform/testing/database';
import { expect, it } from 'vitest';
import { type DeskDeps, serveDesk } from './desk.ts';
import { createDeskSessions } from './session.ts';

const token = 'a-token-of-more-than-32-characters';
const now = () => new Date('2026-11-20T08:00:00.000Z');

/** Nothing behind the entrance is reached here. */
const locked = () => {
  throw new Error('behind the entrance');
};

const desk = async (publicOrigin: string) => {
  const config = readConfig({ PUBLIC_ORIGIN: publicOrigin });
  const app = createHttpServer({ config, log: silent });
  const deps: DeskDeps = {
    token,
    https: publicOrigin.startsWith('https:'),
    sessions: createDeskSessions({ token, hours: 12, now }),
    limiter: createLimiter({ limits: config.limits, clock: now }),
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
])('a session of %s, begun at %s, goes over https only: %s', async (publicOrigin, host, secure) => {
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
