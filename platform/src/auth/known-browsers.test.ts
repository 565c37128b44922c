import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrate } from '../postgres/migrate.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createLoginFailures } from './login-failures.ts';
import { authMigrations } from './migrations.ts';
import { createSessions } from './sessions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'auth', authMigrations);
});
afterAll(() => database.close());

let now = Date.parse('2026-11-20T09:00:00.000Z');
const clock = () => new Date(now);
const open = (key = 7) =>
  createKnownBrowsers({ database, key: Buffer.alloc(32, key), clock, ids: randomUUID, secure: true });
const sent = (cookie: string): string => cookie.slice(0, cookie.indexOf(';'));

it('a browser is known by its cookie, for each pro who logged in there and no others', async () => {
  const browsers = open();
  const [anna, bea] = [randomUUID(), randomUUID()];
  expect(await browsers.hasAny(anna)).toBe(false);
  const first = await browsers.remember(anna, undefined);
  expect(first).toMatch(/^__Host-visita_browser=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const both = await browsers.remember(bea, `other=1; ${sent(first)}`);
  const found = await Promise.all([anna, bea].map((proId) => browsers.find(proId, sent(both))));
  expect(found).toEqual([expect.any(String), expect.any(String)]);
  expect(found[0]).toBe(await browsers.find(anna, sent(first)));
  expect(found[0]).not.toBe(found[1]);
  expect(await browsers.find(randomUUID(), sent(both))).toBeNull();
  expect(await open(8).find(anna, sent(both))).toBeNull();
  expect(await browsers.find(anna, undefined)).toBeNull();
});

it('ending all sessions deletes the browsers', async () => {
  const browsers = open();
  const proId = randomUUID();
  const cookie = sent(await browsers.remember(proId, undefined));
  const sessions = createSessions({ database, signingKey: Buffer.alloc(32, 5), clock, ids: randomUUID });
  await sessions.endAll(proId);
  expect([await browsers.find(proId, cookie), await browsers.hasAny(proId)]).toEqual([null, false]);
});

it('failures beyond the free ones wait longer each, up to a minute, also concurrent ones', async () => {
  const failures = createLoginFailures(database, clock);
  const account = randomUUID();
  const tries = await Promise.all(Array.from({ length: 14 }, () => failures.begin(account, 10)));
  expect(tries.filter((one) => 'number' in one)).toHaveLength(10);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const tried = await failures.begin(account, 10);
    if (!('wait' in tried)) throw new Error('this try was to wait');
    waits.push(tried.wait);
    now += tried.wait * 1000;
    expect(await failures.begin(account, 10)).toEqual({ number: 11 + round });
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  await failures.forget(account);
  expect(await failures.begin(account, 10)).toEqual({ number: 1 });
  now += 25 * 3_600_000;
  expect(await failures.begin(account, 10)).toEqual({ number: 1 });
});
