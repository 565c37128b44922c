import { authMigrations } from '@visita/platform/auth/migrations';
import { openCalendar } from '@visita/platform/calendar/calendar';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { migrate } from '@visita/platform/postgres/migrate';
import type { Caller } from '@visita/platform/auth/caller';
import { createProcessRunner } from '@visita/platform/runtime/process';
import {
  type CalendarDouble,
  doubleClient,
  startCalendarDouble,
} from '@visita/platform/testing/calendar-double';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetCalendars } from '../processes/forget-calendars.ts';
import { loadPro, optionsView } from '../pro/view.ts';
import { proveAddress, registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince, type World } from '../../testing/world.ts';
import { calendarHandlers } from './commands.ts';

const publicOrigin = 'https://visita.example';
const faild = 'Google authentication faild. Try later or contact support.';

let database: TestDatabase;
let double: CalendarDouble;
let world: World;
let proId: string;

beforeEach(async () => {
  const redirectUri = `${publicOrigin}/dashboard/setting`;
  [database, double] = await Promise.all([
    createTestDatabase(),
    startCalendarDouble({ redirectUri, needsChallenge: false }),
  ]);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
  world = createWorld();
  proId = await registerPro(world, 'anna');
  const login = pro(proId);
  if (login.kind !== 'pro') throw new Error('a pro logs in');
  await database.pool.query(
    'insert into auth.sessions (id, pro_id, created, expires) values ($1, $2, now(), now())',
    [login.sessionId, proId],
  );
});
afterEach(async () => {
  await double.close();
  await database.close();
});

type Name = keyof ReturnType<typeof calendarHandlers>;

const open = async ({ configured = true, strict = false } = {}) => {
  const service = { ...doubleClient, issuer: double.issuer, apiBase: double.apiBase };
  const config = { publicOrigin, calendar: configured ? service : null };
  const calendar = openCalendar({ config, database, key: Buffer.alloc(32, 7), now: world.now });
  const handlers = calendarHandlers({
    domain: world.domain,
    now: world.now,
    strict,
    calendar,
    publicOrigin,
  });
  let requests = 0;
  const call = (name: Name, body?: unknown, id = proId, caller: Caller = pro(proId)) => {
    const commandId = `00000000-0000-4000-8000-${String((requests += 1)).padStart(12, '0')}`;
    const request = { requestId: commandId, correlationId: commandId, commandId, actor: 'anonymous' };
    const context = { params: { id }, query: {}, body, caller, request, wrote: () => undefined };
    return (handlers[name] as (given: unknown) => Promise<{ data: { url: string } | null }>)(context);
  };
  const allow = async () => {
    const { data } = await call('authorizeCalendar');
    return double.allow(data!.url);
  };
  /** Imitates a client that builds the address itself, without a challenge. */
  const allowElsewhere = async () => {
    const { data } = await call('authorizeCalendar');
    const url = new URL(data!.url);
    for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
    return double.allow(url.href);
  };
  const connected = async () => optionsView(await loadPro(world.domain, proId)).googleAccessToken;
  const stored = async () => (await database.pool.query('select 1 from calendar.connections')).rowCount;
  return { calendar, call, allow, allowElsewhere, connected, stored };
};

test('a pro allows, connects and disconnects; then tokens are revoked and deleted', async () => {
  const { calendar, call, allow, connected, stored } = await open();
  const { code, state } = await allow();
  await call('connectCalendar', { code, state });
  expect(await connected()).toBe('connected');
  expect(await stored()).toBe(1);
  expect(JSON.stringify(await world.store.readAll('', 1000))).not.toContain(code);

  const again = await allow();
  await call('connectCalendar', { code: again.code, state: again.state });
  expect(double.refreshTokens()).toBe(2);
  await call('disconnectCalendar');
  await call('disconnectCalendar');
  expect(await connected()).toBeNull();

  const saved = new Map<string, string>();
  const checkpoints = {
    read: async () => '',
    save: async (name: string, position: string) => void saved.set(name, position),
  };
  const process = forgetCalendars(calendar.connections);
  const runner = createProcessRunner(
    { store: world.store, checkpoints, log: silent, now: world.now },
    process,
  );
  await runner.start();
  await vi.waitFor(async () => expect(await stored()).toBe(0), { timeout: 5_000 });
  await runner.stop();
  expect(double.requests.filter((request) => request === 'POST /revoke')).toHaveLength(2);
  expect(double.refreshTokens()).toBe(0);
});

test('a missing, used or foreign state connects nothing', async () => {
  const { call, allow, connected, stored } = await open();
  const otherId = await registerPro(world, 'bruno');
  const { code, state } = await allow();
  const head = (await world.store.readAll('', 1000)).at(-1)!.position;
  const refused = { code: 'calendar-refused', message: faild };
  await expect(call('connectCalendar', { code })).rejects.toMatchObject(refused);
  await expect(call('connectCalendar', { code, state }, otherId, pro(otherId))).rejects.toMatchObject(
    refused,
  );
  await expect(call('connectCalendar', { code: 'wrong', state })).rejects.toMatchObject(refused);
  await expect(call('connectCalendar', { code, state })).rejects.toMatchObject(refused);
  expect([await connected(), await stored()]).toEqual([null, 0]);
  expect(await typesSince(world.store, head)).toEqual([]);
});

test('a code requested without a challenge connects without a state', async () => {
  const { call, allowElsewhere, connected } = await open();
  const { code } = await allowElsewhere();
  await call('connectCalendar', { code });
  expect(await connected()).toBe('connected');
});

test('under strict no code connects without a state', async () => {
  await proveAddress(world, proId);
  const { call, allowElsewhere, connected, stored } = await open({ strict: true });
  const { code } = await allowElsewhere();
  await expect(call('connectCalendar', { code })).rejects.toMatchObject({ code: 'calendar-refused' });
  expect(double.requests).not.toContain('POST /token');
  expect([await connected(), await stored()]).toEqual([null, 0]);
});

test("another pro's calendar is not found, by any call", async () => {
  const { call } = await open();
  const stranger = pro(await registerPro(world, 'bruno'));
  const names: Name[] = ['authorizeCalendar', 'connectCalendar', 'disconnectCalendar', 'createCalendarFeed'];
  for (const name of [...names, 'removeCalendarFeed'] as const) {
    await expect(call(name, { code: 'c', state: 's' }, proId, stranger)).rejects.toMatchObject({
      code: 'not-found',
    });
  }
});

test('the plan must include it, and a service must be configured', async () => {
  const { call } = await open();
  const free = await registerPro(world, 'bruno', 'free');
  for (const name of ['authorizeCalendar', 'connectCalendar'] as const) {
    await expect(call(name, { code: 'c', state: 's' }, free, pro(free))).rejects.toMatchObject({
      code: 'plan-required',
      status: 403,
    });
  }
  const without = await open({ configured: false });
  await expect(without.call('authorizeCalendar')).rejects.toMatchObject({ code: 'calendar-not-configured' });
});

test('a failing service is a retryable problem, and nothing is stored', async () => {
  const { call, allow, stored } = await open();
  const { code, state } = await allow();
  double.fail({ path: /^\/token/, answer: { status: 500, body: {} } });
  await expect(call('connectCalendar', { code, state })).rejects.toMatchObject({
    code: 'calendar-unreachable',
    status: 503,
    message: faild,
  });
  expect(await stored()).toBe(0);
});

test("a feed's address is shown once, replaced and removed", async () => {
  const { calendar, call } = await open({ configured: false });
  const addressOf = async () => (await call('createCalendarFeed')).data!.url;
  const [first, second] = [await addressOf(), await addressOf()];
  const secretOf = (url: string) =>
    /^https:\/\/visita\.example\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
  expect(await calendar.feeds.proOf(secretOf(first))).toBeNull();
  expect(await calendar.feeds.proOf(secretOf(second))).toBe(proId);
  await call('removeCalendarFeed');
  expect(await calendar.feeds.proOf(secretOf(second))).toBeNull();
  await database.pool.query('update auth.sessions set ended_at = now()');
  await expect(call('createCalendarFeed')).rejects.toMatchObject({ code: 'unauthenticated' });
});
