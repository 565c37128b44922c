import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { calls } from '@visita/contracts/api/table';
import { Rejection, type Problem } from '@visita/contracts/problem';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { silent } from '../../testing/database.ts';
import { createLoadShedding } from './load-shedding.ts';
import { anonymous } from '../auth/caller.ts';
import type { Handlers } from './calls.ts';
import { createLimiter } from './limits.ts';
import { registerCalls } from './register.ts';
import { createHttpServer } from './server.ts';

const others = Object.fromEntries(calls.map(([name]) => [name, () => expect.unreachable()]));
const email = 'rosa@example.com';

/** A server with at most `maximum` concurrent calls, one of which blocks until released. */
const serving = (maximum: number, handlers: Handlers = {}) => {
  const config = readConfig({ RATE_LIMIT_A_FAILURES: '1/15m' });
  const clock = () => new Date('2026-11-20T09:00:00Z');
  const started: (() => void)[] = [];
  const gate = Promise.withResolvers<void>();
  const app = createHttpServer({ config, log: silent });
  const stalled: Handlers = {
    getProByUrl: async () => {
      started.shift()?.();
      await gate.promise;
      throw new Rejection('not-found');
    },
    requestPasswordReset: async () => ({ message: 'done', data: null }),
  };
  const guards = {
    authenticate: async () => anonymous,
    limiter: createLimiter({ limits: config.limits, clock }),
    loadShedding: createLoadShedding({ maximum, log: silent }),
  };
  for (const service of ['command', 'query'] as const) {
    registerCalls(app, { service, handlers: { ...others, ...stalled, ...handlers }, ...guards });
  }
  onTestFinished(() => app.close());
  /** Sends a call and resolves when its handler runs. */
  const stall = async (send: () => Promise<unknown>) => {
    const inHandler = Promise.withResolvers<void>();
    started.push(inHandler.resolve);
    const answer = send();
    await inHandler.promise;
    return { answer };
  };
  const reset = { method: 'POST', url: '/api/reset-email', payload: { email } } as const;
  const ask = async () => (await app.inject(reset)).statusCode;
  return { app, stall, release: gate.resolve, reset, ask };
};

describe('too many concurrent calls', () => {
  it('are refused with 503 and Retry-After, while health and pages are answered', async () => {
    const { app, stall, release, reset, ask } = serving(1);
    app.get('/page', () => 'page');
    const { answer } = await stall(() => app.inject('/api/pros/url/rosa'));

    const refused = await app.inject(reset);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    const { code, requestId } = refused.json<Problem>();
    expect([code, requestId]).toEqual(['unavailable', refused.headers['x-request-id']]);
    for (const url of ['/api/health/live', '/api/health/ready', '/page']) {
      expect((await app.inject(url)).statusCode).toBe(200);
    }

    release();
    await answer;
    expect(await ask()).toBe(200);
  });

  it('are limited to the maximum', async () => {
    const { app, stall, release, ask } = serving(3);
    const send = () => app.inject('/api/pros/url/rosa');
    const stalled = [await stall(send), await stall(send)];
    expect(await ask()).toBe(200);
    stalled.push(await stall(send));
    expect(await ask()).toBe(503);
    release();
    await Promise.all(stalled.map(({ answer }) => answer));
  });

  it('release their places on failure', async () => {
    const { ask } = serving(1, {
      requestPasswordReset: async () => {
        throw new Error('broken');
      },
    });
    expect([await ask(), await ask(), await ask()]).toEqual([500, 500, 500]);
  });

  it('keep their places while their work continues, also without a client', async () => {
    const { app, stall, release, ask } = serving(1);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const { answer } = await stall(() =>
      fetch(`${address}/api/pros/url/rosa`, { signal: leaving.signal }).catch(() => 'gone'),
    );
    leaving.abort();
    expect(await answer).toBe('gone');
    expect(await ask()).toBe(503);
    release();
    await vi.waitFor(async () => expect(await ask()).toBe(200));
  });

  it('hold no places while their bodies arrive', async () => {
    const { app, ask } = serving(1);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const slow = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const body = JSON.stringify({ email: 'slow@example.com' });
    const head = `POST /api/reset-email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close`;
    const begun = once(app.server, 'request');
    slow.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
    await begun;
    expect(await ask()).toBe(200);
    slow.write(body.slice(5));
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('hold no places while they step aside', async () => {
    const { admit, stepAside } = createLoadShedding({ maximum: 1, log: silent });
    const gate = Promise.withResolvers<void>();
    const after = Promise.withResolvers<void>();
    const waiting = admit(async () => {
      await stepAside(() => gate.promise);
      await after.promise;
    });
    expect(await admit(async () => 'served')).toBe('served');
    gate.resolve();
    await vi.waitFor(() => expect(admit(async () => {})).rejects.toThrow(Rejection));
    after.resolve();
    await waiting;
    const failing = admit(() => stepAside(() => Promise.reject(new Error('broken'))));
    await expect(failing).rejects.toThrow('broken');
    expect(await admit(async () => 'served')).toBe('served');
  });

  it('are not failed logins if passwords could not be checked', async () => {
    let busy = true;
    const { app } = serving(1, {
      logIn: async () => {
        throw new Rejection(busy ? 'unavailable' : 'wrong-credentials');
      },
    });
    const tryLogin = async () => {
      const payload = { email, password: 'secret' };
      return (await app.inject({ method: 'POST', url: '/api/login', payload })).statusCode;
    };
    expect([await tryLogin(), await tryLogin()]).toEqual([503, 503]);
    busy = false;
    expect([await tryLogin(), await tryLogin()]).toEqual([401, 429]);
  });

  it('are logged every ten seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: object[] = [];
    const log = { warn: (details: object) => void lines.push(details) };
    const { admit } = createLoadShedding({ maximum: 0, log });
    const refused = () => expect(admit(async () => {})).rejects.toThrow(Rejection);
    for (const pause of [0, 1, 2, 10_000, 20_000]) {
      vi.advanceTimersByTime(pause);
      await refused();
    }
    expect(lines).toEqual([
      { inHand: 0, refused: 1 },
      { inHand: 0, refused: 2 },
      { inHand: 0, refused: 1 },
      { inHand: 0, refused: 1 },
    ]);
    await refused();
    vi.advanceTimersByTime(10_000);
    expect(lines[4]).toEqual({ inHand: 0, refused: 1 });
  });
});
