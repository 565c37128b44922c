import { calls } from '@visita/contracts/api/table';
import { Rejection, type Problem } from '@visita/contracts/problem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/config.ts';
import { silent } from '../../testing/database.ts';
import type { TrustMode } from '../config/trust.ts';
import { createLoadShedding } from './load-shedding.ts';
import type { Authenticate } from '../auth/caller.ts';
import { type CallContext, early, type Handlers } from './calls.ts';
import { createLimiter } from './limits.ts';
import { registerCalls, type Middleware } from './register.ts';
import { createHttpServer } from './server.ts';

const proId = '0190a7a0-0000-7000-8000-000000000001';
const sessionId = '0190a7a0-0000-7000-8000-000000000002';
const other = '0190a7a0-0000-7000-8000-000000000003';
const authorization = 'Bearer good';

const authenticate: Authenticate = async (access, bearer) => {
  if (bearer === 'good') return { kind: 'pro', proId, sessionId };
  if (bearer === null && access === 'optional') return { kind: 'anonymous' };
  throw new Rejection('unauthenticated');
};

/** Handlers of all other calls, which must not be called. */
const others = Object.fromEntries(calls.map(([name]) => [name, () => expect.unreachable()]));

const serving = (
  handlers: Handlers,
  options: {
    env?: Record<string, string>;
    middleware?: Middleware;
    trust?: TrustMode;
    requireFreshProof?: () => Promise<void>;
    authenticate?: Authenticate;
  } = {},
) => {
  const config = readConfig(options.env ?? {});
  const app = createHttpServer({ config, log: silent });
  const clock = () => new Date('2026-11-20T09:00:00Z');
  const limiter = createLimiter({ limits: config.limits, clock });
  const loadShedding = createLoadShedding({ maximum: config.requestsInHand, log: silent });
  for (const service of ['command', 'query'] as const) {
    registerCalls(app, {
      service,
      handlers: { ...others, ...handlers },
      authenticate: options.authenticate ?? authenticate,
      claimsOf: async (bearer) => (bearer === 'forged' ? null : { proId, sessionId }),
      limiter,
      loadShedding,
      ...(options.requireFreshProof ? { requireFreshProof: options.requireFreshProof } : {}),
      ...(options.middleware ? { middleware: options.middleware } : {}),
      ...(options.trust ? { strict: options.trust === 'strict' } : {}),
    });
  }
  onTestFinished(() => app.close());
  return app;
};

const patient = (email: string) => ({ name: 'Mario Rossi', email, prefix: '+39', phone: '3331234567' });
const booking = { hubServiceId: `${other}.abc`, date: '2026-12-01T09:00' };
const place = {
  name: 'Studio',
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via Appia 1',
  postalCode: '00100',
};

const done = async () => ({ message: 'done', data: null });
const code = (answer: { body: string }) => (JSON.parse(answer.body) as Problem).code;

describe('registered calls', () => {
  it('require a handler each, otherwise the start fails', () => {
    const config = readConfig({});
    const app = createHttpServer({ config, log: silent });
    onTestFinished(() => app.close());
    const clock = () => new Date();
    const limiter = createLimiter({ limits: config.limits, clock });
    const loadShedding = createLoadShedding({ maximum: config.requestsInHand, log: silent });
    const { logIn: _logIn, deletePro: _deletePro, ...handlers } = { ...others };
    const options = { service: 'command', handlers, authenticate, limiter, loadShedding } as const;
    expect(() => registerCalls(app, options)).toThrow('command-service has no handler for logIn, deletePro');
    registerCalls(app, { ...options, service: 'query' });
  });

  it('pass on the parsed input, the caller and the request', async () => {
    const seen: CallContext<'deleteBooking'>[] = [];
    const app = serving({
      deleteBooking: async (context) => {
        seen.push(context);
        context.wrote('0000000000000007');
        context.wrote('0000000000000003');
        return { message: 'done', data: null };
      },
    });
    const answer = await app.inject({
      method: 'DELETE',
      url: `/api/delete_booking/${other}`,
      headers: { authorization, 'x-correlation-id': other },
    });
    expect(answer.json()).toEqual({ message: 'done', data: null });
    expect(answer.headers).toMatchObject({
      'x-position': '0000000000000007',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    const requestId = answer.headers['x-request-id'];
    expect(seen[0]).toMatchObject({
      params: { id: other },
      body: undefined,
      caller: { kind: 'pro', proId, sessionId },
      request: { requestId, commandId: requestId, correlationId: other, actor: `pro:${proId}` },
    });
  });

  it('pass on the key of a request, which runs under the command id that a service returns', async () => {
    const seen: (string | null)[] = [];
    const handlers: Handlers = {
      logOut: async ({ request }) => {
        seen.push(request.commandId);
        return { message: 'done', data: null };
      },
    };
    const app = serving(handlers, {
      middleware: (exchange, run) => {
        seen.push(exchange.key);
        return exchange.key === null ? run() : run(other);
      },
    });
    const call = (headers: object) =>
      app.inject({ method: 'POST', url: '/api/logout', headers: { authorization, ...headers } });
    await call({ 'idempotency-key': 'k1' });
    const plain = await call({});
    expect(seen).toEqual(['k1', other, null, plain.headers['x-request-id']]);
    for (const key of ['k'.repeat(201), 'k k', '']) {
      expect(code(await call({ 'idempotency-key': key }))).toBe('malformed-request');
    }
  });

  it.each([
    ['an unknown field', { clinicId: other, surprise: 1 }, 'surprise'],
    ['a wrong type', { clinicId: 7 }, 'clinicId'],
    ['an impossible date', { date: '2026-02-30T09:00' }, 'date'],
    ['an array', [], ''],
    ['text', 'hello', ''],
    ['null', null, ''],
  ])('refuse %s and name the place', async (_name, body, where) => {
    const app = serving({});
    const answer = await app.inject({
      method: 'POST',
      url: '/api/new_booking',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect([answer.statusCode, code(answer)]).toEqual([400, 'malformed-request']);
    const issues = answer.json<Problem>().issues ?? [];
    expect(issues.some(({ path, message }) => path === where || message.includes(where))).toBe(true);
  });

  it.each([
    ['booking', '/api/new_pro_booking', 'POST', { patient: patient('foo@bar'), booking }, 'patient.email'],
    ['clinic', `/api/clinics/${other}`, 'PUT', { online_booking: 'yes' }, 'online_booking'],
    ['clinic', `/api/clinics/${other}`, 'PUT', { ...place, postalCode: 1 }, 'postalCode'],
    ['hub', `/api/hubs/${other}`, 'PUT', { role: 'boss' }, 'role'],
  ] as const)('name the refused field of a %s, in the text too', async (_name, url, method, body, path) => {
    const answer = await serving({}).inject({ method, url, headers: { authorization }, payload: body });
    const { issues, error } = answer.json<Problem>();
    expect([answer.statusCode, issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect(error).toBe(`The request is malformed. Check the listed fields: ${path}.`);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
    'accept a missing body with content type %s',
    async (type) => {
      const app = serving({ logOut: done });
      const headers = { authorization, 'content-type': type };
      for (const length of [{}, { 'content-length': '0' }]) {
        const asked = { method: 'POST', url: '/api/logout', headers: { ...headers, ...length } } as const;
        expect((await app.inject(asked)).statusCode).toBe(200);
      }
      const answer = await app.inject({ method: 'POST', url: '/api/logout', headers, payload: 'a=1' });
      expect(answer.statusCode).toBe(type === 'application/json' ? 400 : 415);
    },
  );

  it('refuse malformed ids and repeated query fields', async () => {
    const app = serving({});
    const headers = { authorization };
    for (const request of [
      { method: 'DELETE', url: '/api/delete_booking/1' },
      { method: 'GET', url: `/api/pro_calendar/${other}?from=2026-02-30` },
      { method: 'GET', url: `/api/pro_calendar/${other}?to=0000-01-01` },
      { method: 'GET', url: `/api/pro_calendar/${other}?from=2026-02-01&from=2026-02-02` },
    ] as const) {
      expect((await app.inject({ ...request, headers })).statusCode).toBe(400);
    }
  });

  it('require a token before they read the body', async () => {
    const app = serving({});
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/clinics', headers, payload: '{' });
    expect([answer.statusCode, code(answer)]).toEqual([401, 'unauthenticated']);
  });

  it('return only fields of the answer’s schema', async () => {
    const leaky = {
      id: other,
      username: 'rosa',
      title: 'doc',
      name: 'R',
      lastname: 'B',
      calendarPageUrl: 'r',
    };
    const app = serving({
      getProByUrl: async () =>
        ({ message: 'ok', data: { ...leaky, passwordHash: 'secret' } }) as unknown as {
          message: string;
          data: typeof leaky & { title: 'doc' };
        },
    });
    const answer = await app.inject('/api/pros/url/rosa');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'ok', data: leaky });
  });

  it('send a prepared body unchanged, by GET and HEAD', async () => {
    const serialized = Buffer.from('{"message":"ok","data":[]}');
    const app = serving({ getBookingAvailabilities: async () => ({ serialized }) });
    const url = `/api/booking_availabilities/${other}`;
    expect((await app.inject(url)).body).toBe(serialized.toString());
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      `${serialized.length}`,
    ]);
  });

  it('allow caching of reference data', async () => {
    const app = serving({ getSpecializations: async () => ({ message: 'ok', data: [] }) });
    const answer = await app.inject('/api/specializations');
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  });

  it('let a service wrap every handler, with the headers of both', async () => {
    const app = serving(
      { logOut: done },
      {
        middleware: async (exchange, run) => {
          const { body } = await run();
          exchange.setHeader('x-stale', exchange.requestHeader('x-min-position') ?? '');
          return { body: `${String(body)} for ${exchange.name}`, position: '0000000000000009' };
        },
      },
    );
    const headers = { authorization, 'x-min-position': '12' };
    const answer = await app.inject({ method: 'POST', url: '/api/logout', headers });
    expect(answer.body).toBe('{"message":"done","data":null} for logOut');
    expect(answer.headers).toMatchObject({ 'x-stale': '12', 'x-position': '0000000000000009' });
  });
});

const logIn = (email: string, ip = '192.0.2.1') => ({
  method: 'POST' as const,
  url: '/api/login',
  payload: { email, password: 'secret' },
  remoteAddress: ip,
});

describe('limited calls', () => {
  it('answer 429 with Retry-After when an address has used up its class, whatever it claims to be', async () => {
    const app = serving({ getProByUrl: done as never });
    const statuses: number[] = [];
    for (let round = 0; round < 61; round++) {
      const headers = { 'x-forwarded-for': `203.0.113.${round}` };
      statuses.push((await app.inject({ url: '/api/pros/url/rosa', headers })).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const answer = await app.inject('/api/pros/url/rosa');
    expect([code(answer), answer.headers['retry-after']]).toEqual(['rate-limited', '60']);
  });

  it('count the addresses of one IPv6 network as one', async () => {
    const getProByUrl = async () => Promise.reject(new Rejection('not-found'));
    const app = serving({ getProByUrl }, { env: { RATE_LIMIT_R: '2/1m' } });
    const statuses: number[] = [];
    for (const tail of ['2::1', '2:ffff::2', '2:3:4:5:6', '3::1']) {
      const remoteAddress = `2001:db8:1:${tail}`;
      statuses.push((await app.inject({ url: '/api/pros/url/rosa', remoteAddress })).statusCode);
    }
    expect(statuses).toEqual([404, 404, 429, 404]);
  });

  it('count the calls of a pro by account', async () => {
    const app = serving({ logOut: done }, { env: { RATE_LIMIT_W: '2/1m' } });
    const call = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/api/logout', headers: { authorization }, remoteAddress });
    const statuses = [await call('192.0.2.1'), await call('192.0.2.2'), await call('192.0.2.3')];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  });

  it('count failed logins only, also concurrent ones', async () => {
    const app = serving(
      {
        logIn: async ({ body }) => {
          if (body.email.startsWith('bad')) throw new Rejection('wrong-credentials');
          return { message: 'ok', access_token: 'token' };
        },
      },
      { env: { RATE_LIMIT_A_IP: '1000/15m' } },
    );
    for (let round = 0; round < 8; round++) {
      expect((await app.inject(logIn('good@example.com'))).statusCode).toBe(200);
    }
    const tries = await Promise.all(Array.from({ length: 8 }, () => app.inject(logIn('bad@example.com'))));
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
    expect((await app.inject(logIn('bad@example.com', '192.0.2.9'))).statusCode).toBe(401);
  });

  it('limit mails by recipient address', async () => {
    const app = serving({ requestPasswordReset: done });
    const ask = (email: string) =>
      app.inject({ method: 'POST', url: '/api/reset-email', payload: { email } });
    const statuses = [];
    for (const email of ['a@b.it', 'A@b.it', 'a@b.it', 'a@b.it', 'c@b.it'])
      statuses.push((await ask(email)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });

  it("limit them by network too, so that strangers cannot use up the limit of the address's owner", async () => {
    const app = serving({ requestPasswordReset: done });
    const ask = async (remoteAddress: string) => {
      const payload = { email: 'a@b.it' };
      const asked = { method: 'POST', url: '/api/reset-email', payload, remoteAddress } as const;
      return (await app.inject(asked)).statusCode;
    };
    const stranger = [];
    for (let times = 0; times < 4; times += 1) stranger.push(await ask('192.0.2.1'));
    expect(stranger).toEqual([200, 200, 200, 429]);
    expect(await ask('198.51.100.7')).toBe(200);
  });
});

it.each([
  ['POST', `/api/googleauthorization/${proId}`, {}],
  ['POST', `/api/googletoken/${proId}`, { code: 'x', state: 'x' }],
  ['POST', `/api/calendar_feed/${proId}`, {}],
  ['POST', '/api/new_mail_request', { currentEmail: 'a@example.com', newEmail: 'b@example.com' }],
] as const)('%s %s requires the password again if it was given long ago', async (method, url, payload) => {
  const requireFreshProof = async () => Promise.reject(new Rejection('proof-again'));
  const app = serving({}, { requireFreshProof });
  expect(code(await app.inject({ method, url, payload, headers: { authorization } }))).toBe('proof-again');
});

describe('addresses that would become another person’s mailbox', () => {
  const account = {
    username: 'mario',
    password: 'secret123',
    configStatus: 1,
    termsConditions: true,
    privacyPolicy: true,
    marketingConsent: false,
    comunicationsLanguage: 'it',
  };
  const signUp = async (email: string, trust: TrustMode) => {
    const emails: string[] = [];
    const app = serving(
      {
        signUp: async ({ body }) => {
          emails.push(body.email);
          return { message: 'ok', data: { id: proId } };
        },
      },
      { trust },
    );
    const payload = { ...account, email };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/pros', payload });
    return [statusCode, ...emails];
  };

  it('are refused under strict, and filtered in open', async () => {
    expect(await signUp('ma+rio@example.com', 'strict')).toEqual([400]);
    expect(await signUp('märio@example.com', 'strict')).toEqual([400]);
    expect(await signUp(' Mario@Example.com ', 'strict')).toEqual([200, 'mario@example.com']);
    expect(await signUp('ma+rio@example.com', 'open')).toEqual([200, 'mario@example.com']);
  });

  it('are filtered at login in both modes', async () => {
    const app = serving(
      { logIn: async ({ body }) => ({ message: body.email, access_token: 't' }) },
      { trust: 'strict' },
    );
    const payload = { email: 'ma+rio@example.com', password: 'x' };
    const answer = await app.inject({ method: 'POST', url: '/api/login', payload });
    expect(answer.json<{ message: string }>().message).toBe('mario@example.com');
  });
});

it('answers 304 with the tag to a client that has the answer', async () => {
  const tag = '"1"';
  const app = serving({}, { middleware: async () => ({ body: '', position: null, tag, unchanged: true }) });
  const answer = await app.inject({ url: '/api/clinics', headers: { authorization } });
  expect(answer).toMatchObject({ statusCode: 304, body: '' });
  expect(answer.headers['etag']).toBe(tag);
});

describe('an early handler', () => {
  const ended: Authenticate = async () => {
    await new Promise(setImmediate);
    throw new Rejection('unauthenticated');
  };
  const remove = (handler: Handlers['deleteBooking'], authenticatedBy: Authenticate) => {
    const app = serving({ deleteBooking: early(handler!) }, { authenticate: authenticatedBy });
    return (bearer = 'good', headers = {}) =>
      app.inject({
        method: 'DELETE',
        url: `/api/delete_booking/${other}`,
        headers: { authorization: `Bearer ${bearer}`, ...headers },
      });
  };

  it('begins while the session is checked, and continues once it is known to be open', async () => {
    const order: string[] = [];
    const call = remove(
      async ({ caller, proven }) => {
        order.push(`read for ${caller.kind}`);
        await proven;
        order.push('decide');
        return done();
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('open');
        return { kind: 'pro', proId, sessionId };
      },
    );
    expect((await call()).statusCode).toBe(200);
    expect(order).toEqual(['read for pro', 'open', 'decide']);
  });

  it('answers a caller whose session has ended with 401 only, whatever it has read', async () => {
    const answers: Handlers['deleteBooking'][] = [
      done,
      () => Promise.reject(new Rejection('not-found')),
      async ({ proven }) => {
        await proven;
        return expect.unreachable();
      },
    ];
    for (const handler of answers) {
      const answer = await remove(handler, ended)();
      expect([answer.statusCode, code(answer)]).toEqual([401, 'unauthenticated']);
    }
  });

  it('does not begin for an invalid token, nor before the caller of a repeat is identified', async () => {
    const call = remove(() => expect.unreachable(), ended);
    for (const answer of [await call('forged'), await call('good', { 'idempotency-key': 'k' })])
      expect([answer.statusCode, code(answer)]).toEqual([401, 'unauthenticated']);
  });

  it('refuses the caller rather than an unreadable body', async () => {
    const app = serving({ placeBooking: early(() => expect.unreachable()) }, { authenticate: ended });
    for (const payload of ['{', '{}', '{"booking":1}']) {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await app.inject({ method: 'POST', url: '/api/new_pro_booking', headers, payload });
      expect([answer.statusCode, code(answer)]).toEqual([401, 'unauthenticated']);
    }
  });
});
