import { randomUUID } from 'node:crypto';
import { sample } from '@visita/contracts/samples';
import { createCredentials } from '@visita/platform/auth/credentials';
import { authMigrations } from '@visita/platform/auth/migrations';
import { createSessions } from '@visita/platform/auth/sessions';
import { createFeeds } from '@visita/platform/calendar/feeds';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { migrate } from '@visita/platform/postgres/migrate';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { createTestFactors } from '@visita/platform/testing/factors';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashAt } from '../../testing/crash.ts';
import { recoveryHandlers } from '../account/recovery.ts';
import { createWorld } from '../../testing/world.ts';
import { endOldAccess } from './end-old-access.ts';

const { proId } = sample('PasswordSet').data;
const passwords = {
  hash: async (text: string) => text,
  verify: async (hash: string | null, text: string) => hash === text,
};
const start = Date.parse('2026-11-20T09:00:00.000Z');

const cause = {
  id: proId,
  correlationId: proId,
  actor: 'process:end-old-access',
  time: '2026-11-20T09:00:00.000Z',
} as const;

let database: TestDatabase;
let time: number;
const clock = () => new Date(time);

beforeEach(async () => {
  time = start;
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
});
afterEach(() => database.close());

const open = () => {
  const signingKey = Buffer.alloc(32, 7);
  const sessions = createSessions({ database, signingKey, clock, ids: randomUUID });
  const credentials = createCredentials({ database, passwords, clock });
  const vault = createVault({ database, wrapKey: Buffer.alloc(32, 9), clock });
  const factors = createTestFactors({ database, vault, clock });
  return { sessions, credentials, feeds: createFeeds(database), factors, strict: true };
};

/** A login that creates a calendar feed. */
const enter = async ({ sessions, feeds }: ReturnType<typeof open>, id = proId) => {
  const token = await sessions.start(id);
  const { sessionId } = (await sessions.authenticate(token))!;
  return { token, secret: (await feeds.rotate({ proId: id, sessionId }))! };
};

const react = async (
  parts: Omit<ReturnType<typeof open>, 'strict'> & { strict: boolean },
  at: number,
  said: ReturnType<typeof sample<'PasswordSet' | 'ProAddressProven'>> = sample('PasswordSet'),
) => {
  const store = createMemoryEventStore();
  const metadata = {
    correlationId: 'c',
    causationId: 'c',
    actor: 'anonymous',
    time: new Date(at).toISOString(),
  } as const;
  await store.append(`pro-${proId}`, 'no-stream', [{ id: randomUUID(), metadata, ...said }]);
  const [event] = await store.readStream(`pro-${proId}`);
  await reactionTo(endOldAccess(parts).on, said.type)?.(event!, cause);
};

it('ends sessions and calendar feeds from before the new password', async () => {
  const parts = open();
  await parts.credentials.set(proId, 'old');
  time += 1000;
  const old = await enter(parts);
  const used = time;
  // During hashing the old password is still valid.
  time += 500;
  const late = await parts.sessions.start(proId);
  time += 500;
  await parts.credentials.set(proId, 'new');
  await react(parts, used);
  expect(await parts.sessions.authenticate(old.token)).toBeNull();
  expect(await parts.sessions.authenticate(late)).toBeNull();
  expect(await parts.feeds.proOf(old.secret)).toBeNull();
});

it('keeps what a login with the new password started, however late it runs', async () => {
  const parts = open();
  await parts.credentials.set(proId, 'new');
  const fresh = await enter(parts);
  time += 3_600_000;
  await react(parts, start);
  expect(await parts.sessions.authenticate(fresh.token)).not.toBeNull();
  expect(await parts.feeds.proOf(fresh.secret)).toBe(proId);
});

it('ends them after a crash at any step of setting the password, and once it is set', async () => {
  for (let boundary = 1; ; boundary += 1) {
    const parts = open();
    const world = createWorld();
    const body = {
      username: 'anna',
      email: 'anna@example.com',
      password: 'secret1',
      configStatus: 1,
      termsConditions: true,
      privacyPolicy: true,
      marketingConsent: false,
      comunicationsLanguage: 'it',
    };
    const { id } = (await world.call('signUp', { body })).answer.data;
    await world.call('requestPasswordReset', { body: { email: body.email } });
    time = world.now().getTime();
    await parts.credentials.set(id, 'old');
    const old = await enter(parts, id);
    time += 1000;
    world.advance(1);
    const events = await world.store.readStream(`pro-${id}`);
    const { tokenId } = events.at(-1)!.data as { tokenId: string };
    const crash = crashAt(boundary);
    const { setPassword } = recoveryHandlers({
      domain: { ...world.domain, pros: crash.around(world.domain.pros, ['execute']) },
      sessions: crash.around(parts.sessions, ['endAll']),
      credentials: parts.credentials,
      feeds: crash.around(parts.feeds, ['remove']),
      accountTokens: world.accountTokens,
      strict: false,
      factors: { removeAll: async () => undefined },
      now: world.now,
    } as never);
    time = world.now().getTime();
    const context = {
      params: {},
      query: {},
      body: { email: body.email, password: 'another1' },
      caller: { kind: 'account', purpose: 'reset', proId: id, tokenId },
      request: { requestId: id, correlationId: id, commandId: id, actor: 'anonymous', address: '192.0.2.1' },
      wrote: () => undefined,
    } as never;
    await setPassword(context).catch(() => undefined);
    const set = (await world.store.readStream(`pro-${id}`)).find(({ type }) => type === 'PasswordSet');
    if (set) await reactionTo(endOldAccess(open()).on, 'PasswordSet')?.(set, cause);
    const left = [await open().sessions.authenticate(old.token), await parts.feeds.proOf(old.secret)];
    expect([boundary, ...left.map((one) => one === null)]).toEqual([
      boundary,
      set !== undefined,
      set !== undefined,
    ]);
    if (!crash.crashed()) break;
  }
});

it('ends second factors older than a first proof by another link, and no others', async () => {
  const parts = open();
  const { factors } = parts;
  const add = async () => {
    const { factorId } = await factors.begin(proId, 'anna@example.com');
    await database.pool.query('update auth.factors set confirmed = true where id = $1', [factorId]);
  };
  await add();
  time += 1000;
  const byReset = sample('ProAddressProven', { by: 'reset' });
  await react({ ...parts, strict: false }, time, byReset);
  await react(parts, time, sample('ProAddressProven', { by: 'sign-up' }));
  expect(await factors.isOn(proId)).toBe(true);
  await react(parts, time, byReset);
  expect(await factors.isOn(proId)).toBe(false);
  const proven = time;
  time += 60_000;
  await add();
  await react(parts, proven, byReset);
  expect(await factors.isOn(proId)).toBe(true);
});
