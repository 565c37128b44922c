import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authMigrations } from '../auth/migrations.ts';
import { migrate } from '../postgres/migrate.ts';
import { doubleClient, startCalendarDouble, type CalendarDouble } from '../../testing/calendar-double.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createAuthorizations } from './authorizations.ts';
import { createConnections } from './connections.ts';
import { createFeeds } from './feeds.ts';
import { calendarMigrations, calendarSchema } from './migrations.ts';
import { type CalendarProviderOptions, createCalendarProvider } from './provider.ts';

const [proId, another] = [randomUUID(), randomUUID()];
const key = Buffer.alloc(32, 7);

let database: TestDatabase;
let double: CalendarDouble;
let time: number;
const now = () => new Date(time);

beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00.000Z');
  [database, double] = await Promise.all([createTestDatabase(), startCalendarDouble()]);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
});
afterEach(async () => {
  await double.close();
  await database.close();
});

const open = (changes: Partial<CalendarProviderOptions> = {}) => {
  const { issuer, redirectUri } = double;
  const provider = createCalendarProvider({ ...doubleClient, issuer, redirectUri, now, ...changes });
  const authorizations = createAuthorizations({ database, key, now });
  const connections = createConnections({ database, key, provider, now });
  const allow = async (declined?: readonly string[]) => {
    const url = await provider.authorizationUrl(await authorizations.begin(proId));
    const { code, state } = await double.allow(url, declined);
    return { code, verifier: (await authorizations.use(proId, state))! };
  };
  const connect = async () => {
    const connection = { proId, connectionId: randomUUID() };
    const tokens = await provider.exchange(await allow());
    await connections.save(connection, tokens);
    return { ...connection, tokens };
  };
  return { provider, authorizations, connections, allow, connect };
};

describe('an authorization', () => {
  it('is valid once, for its pro and for ten minutes', async () => {
    const { authorizations } = open();
    const { state } = await authorizations.begin(proId);
    expect(await authorizations.use(another, state)).toBeNull();
    expect(await authorizations.use(proId, 'no state of ours')).toBeNull();
    expect(await authorizations.use(proId, state)).toMatch(/^[\w-]{64}$/);
    expect(await authorizations.use(proId, state)).toBeNull();
    const late = await authorizations.begin(proId);
    time += 10 * 60_000;
    expect(await authorizations.use(proId, late.state)).toBeNull();
  });

  it('asks for the required scopes', async () => {
    const { provider } = open();
    const url = new URL(await provider.authorizationUrl({ state: 's', challenge: 'c' }));
    expect(url.searchParams.get('scope')).toBe(
      'openid email profile https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/gmail.send',
    );
    expect(url.searchParams.get('redirect_uri')).toBe(double.redirectUri);
  });
});

describe('the provider', () => {
  const refusedWith = (code: string) => ({ name: 'CalendarRefusal', code });

  it('is refused with another verifier, and accepts a code once', async () => {
    const { provider, allow } = open();
    const { code } = await allow();
    const guessed = provider.exchange({ code, verifier: 'x'.repeat(64) });
    await expect(guessed).rejects.toMatchObject(refusedWith('invalid_grant'));
    const allowed = await allow();
    await provider.exchange(allowed);
    await expect(provider.exchange(allowed)).rejects.toMatchObject(refusedWith('invalid_grant'));
  });

  it('redirects codes to the registered page only', async () => {
    const elsewhere = open({ redirectUri: 'http://localhost:3000/dashboard/settings' });
    await expect(elsewhere.allow()).rejects.toThrow('invalid_redirect_uri');
    const { code, verifier } = await open().allow();
    const exchanged = elsewhere.provider.exchange({ code, verifier });
    await expect(exchanged).rejects.toMatchObject(refusedWith('invalid_grant'));
  });

  it('is refused with a wrong secret', async () => {
    const exchanged = open({ clientSecret: 'guessed' }).provider.exchange(await open().allow());
    await expect(exchanged).rejects.toMatchObject(refusedWith('invalid_client'));
  });

  it('accepts no tokens without access to the calendar', async () => {
    const { provider, allow } = open();
    const allowed = await allow(['https://www.googleapis.com/auth/calendar']);
    await expect(provider.exchange(allowed)).rejects.toMatchObject(refusedWith('scope_missing'));
  });

  it('refuses a discovery document of another issuer', async () => {
    const body = { issuer: 'http://127.0.0.1:1', authorization_endpoint: 'http://127.0.0.1:1/a' };
    const answer = { status: 200, body: { ...body, token_endpoint: 'http://127.0.0.1:1/t' } };
    double.fail({ path: /well-known/, answer });
    await expect(open().provider.authorizationUrl({ state: 's', challenge: 'c' })).rejects.toThrow('issuer');
  });

  it('gives up on a service that does not answer', async () => {
    double.fail({ path: /well-known/, answer: 'silence' });
    const asked = open({ patience: 50 }).provider.authorizationUrl({ state: 's', challenge: 'c' });
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a connection', () => {
  it('is encrypted, and bound to pro and connection', async () => {
    const { connections, connect } = open();
    const connection = await connect();
    const access = await connections.access(connection);
    expect(access).toBe(connection.tokens.access);
    expect(await connections.access({ ...connection, proId: another })).toBeNull();
    const { rows } = await database.pool.query<{ tokens: Buffer }>('select tokens from calendar.connections');
    expect(rows[0]?.tokens.includes(access!)).toBe(false);
    await database.pool.query('update calendar.connections set pro_id = $1', [another]);
    await expect(connections.access({ ...connection, proId: another })).rejects.toThrow();
  });

  it('is refreshed a minute before it expires, once for all callers', async () => {
    const { connections, connect } = open();
    const connection = await connect();
    const first = await connections.access(connection);
    time += 3_500_000;
    expect(await connections.access(connection)).toBe(first);
    time += 50_000;
    // The service accepts each refresh token once.
    const asked = await Promise.all(Array.from({ length: 8 }, () => connections.access(connection)));
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).not.toBe(first);
    expect(await connections.access(connection, asked[0]!)).not.toBe(asked[0]);
  });

  it('ends if the permission was revoked, and only then', async () => {
    const { connections, connect } = open();
    const connection = await connect();
    time += 3_600_000;
    double.fail({ path: /^\/token/, answer: { status: 503, body: { error: 'temporarily_unavailable' } } });
    await expect(connections.access(connection)).rejects.toThrow('503');
    expect(await connections.access(connection)).not.toBeNull();
    time += 3_600_000;
    double.withdraw();
    expect(await connections.access(connection)).toBeNull();
  });

  it('is revoked and deleted, even if the service is down', async () => {
    const { provider, connections, connect } = open();
    const [old, present] = [await connect(), await connect()];
    await connections.forget(old);
    const used = provider.refresh(old.tokens);
    await expect(used).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(await connections.access(old)).toBeNull();
    expect(await connections.access(present)).not.toBeNull();
    double.fail({ path: /revoke/, answer: { status: 500, body: {} } });
    await connections.forgetAll(proId);
    expect((await database.pool.query('select 1 from calendar.connections')).rowCount).toBe(0);
  });
});

describe('a feed', () => {
  const logIn = async (created: string) => {
    const sessionId = randomUUID();
    await database.pool.query(
      'insert into auth.sessions (id, pro_id, created, expires) values ($1, $2, $3, $3)',
      [sessionId, proId, created],
    );
    return { proId, sessionId };
  };

  it('has one secret, which a new one replaces', async () => {
    const feeds = createFeeds(database);
    const login = await logIn('2026-11-20T08:00:00.000Z');
    const first = (await feeds.rotate(login))!;
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await feeds.proOf(first)).toBe(proId);
    const second = (await feeds.rotate(login))!;
    expect([await feeds.proOf(first), await feeds.proOf(second)]).toEqual([null, proId]);
    await feeds.remove(proId);
    expect(await feeds.proOf(second)).toBeNull();
    const { rows } = await database.pool.query('select * from calendar.feeds');
    expect(rows).toEqual([]);
  });

  it('is as old as the login that made it, and is not created by an ended one', async () => {
    const feeds = createFeeds(database);
    const [old, fresh] = [await logIn('2026-11-20T08:00:00.000Z'), await logIn('2026-11-20T09:00:00.000Z')];
    const before = new Date('2026-11-20T09:00:00.000Z');
    const first = (await feeds.rotate(old))!;
    await feeds.remove(proId, before);
    expect(await feeds.proOf(first)).toBeNull();
    await database.pool.query('update auth.sessions set ended_at = now() where id = $1', [old.sessionId]);
    expect(await feeds.rotate(old)).toBeNull();
    expect(await feeds.rotate({ ...fresh, proId: another })).toBeNull();
    const second = (await feeds.rotate(fresh))!;
    await feeds.remove(proId, before);
    expect(await feeds.proOf(second)).toBe(proId);
  });
});
