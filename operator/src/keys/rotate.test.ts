import { randomUUID } from 'node:crypto';
import { createConnections } from '@visita/platform/calendar/connections';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { createAccessTokens } from '@visita/platform/auth/access-token';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { openKeyRing } from '@visita/platform/vault/key-ring';
import { formatRing, newRoot, parseRing } from '@visita/platform/secrets/ring-text';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropUnused } from './drop.ts';
import { rotateKeys, RotationRefused } from './rotate.ts';

let database: TestDatabase;
/** Content of the ring's file. */
let ring: string;
const closing: (() => void)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
  await database.pool.query('create schema read; create table read.bookings (ends_at timestamptz)');
  ring = formatRing([newRoot(1)]);
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await database.close();
});

const place = {
  read: async () => ring,
  replace: async (text: string) => {
    ring = text;
  },
};
const now = () => new Date();
const pauses = { lead: 0, rest: 0.05 };

/** A process: its own ring, and a vault with an empty cache. */
const openProcess = async () => {
  const keys = await openKeyRing({ read: place.read, pool: database.pool });
  closing.push(() => keys.close());
  return { keys, vault: createVault({ database, wrapKey: keys.for('wrapping'), clock: now }) };
};

const bytesOf = async (subject: `patient-${string}`, { vault }: Awaited<ReturnType<typeof openProcess>>) =>
  (await vault.getKeys([subject])).get(subject)?.export().toString('hex');

/** A database whose connection fails at a query, like that of a killed process. */
const dyingAfter = (queries: number): Pick<Pool, 'query'> => {
  let left = queries;
  const query = (...args: [string, unknown[]]) => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return database.pool.query(...args);
  };
  return { query } as unknown as Pick<Pool, 'query'>;
};

const rotate = async (pool: Pick<Pool, 'query'> = database.pool) => {
  const { keys } = await openProcess();
  return rotateKeys({ pool, keys, place, pauses });
};

it('goes on under load, killed at every step, with nothing unreadable or refused', async () => {
  const [old, other] = [await openProcess(), await openProcess()];
  const known = new Map<`patient-${string}`, string | undefined>();
  const make = async () => {
    const subject = `patient-${randomUUID()}` as const;
    await old.vault.keysFor([subject]);
    known.set(subject, await bytesOf(subject, old));
  };
  for (let count = 0; count < 20; count++) await make();
  const gone = [...known.keys()][0]!;
  const ended = new AbortController();
  const load = (async () => {
    while (!ended.signal.aborted) await make();
  })();
  let kills = 0;
  for (let queries = 1; queries < 40; queries++) {
    const outcome = await rotate(dyingAfter(queries)).catch((error: Error) => error);
    if (!(outcome instanceof Error)) break;
    expect(outcome.message).toBe('killed');
    kills += 1;
    if (kills === 3) await other.vault.erase(gone);
  }
  ended.abort();
  await load;
  expect(kills).toBeGreaterThan(4);
  const fresh = await openProcess();
  for (const [subject, bytes] of known) {
    const expected = subject === gone ? undefined : bytes;
    expect(await bytesOf(subject, fresh)).toBe(expected);
    expect(await bytesOf(subject, other)).toBe(expected);
  }
  const { rows } = await database.pool.query(
    'select distinct version from vault.keys where wrapped is not null',
  );
  expect(rows).toEqual([{ version: 2 }]);
  expect(parseRing(ring).map(({ version }) => version)).toEqual([2, 1]);
}, 60_000);

it('keeps tokens, links, names and calendars valid', async () => {
  const { keys } = await openProcess();
  const access = createAccessTokens(keys.for('signing'));
  const claims = { proId: randomUUID(), sessionId: randomUUID(), expires: new Date(Date.now() + 60_000) };
  const session = await access.sign(claims, now());
  const links = createBookingTokens(keys.for('tokens'));
  const link = links.issue('manage', claims.proId);
  const name = createKeyedHash(keys.for('hashing')).keyed('email', 'rosa@example.com');
  const connection = { proId: claims.proId, connectionId: randomUUID() };
  const tokens = { access: 'a', refresh: 'r', expires: new Date(Date.now() + 3_600_000).toISOString() };
  const connectionsBy = (ring: typeof keys) =>
    createConnections({ database, key: ring.for('calendar'), provider: null, now });
  await connectionsBy(keys).save(connection, tokens);

  expect(await rotate()).toMatchObject({ version: 2 });
  const fresh = (await openProcess()).keys;
  await keys.refresh();
  for (const after of [keys, fresh]) {
    const reader = createAccessTokens(after.for('signing'));
    expect(await reader.read(session, now())).toMatchObject({ proId: claims.proId });
    const renewed = await reader.sign(claims, now());
    expect(renewed).not.toBe(session);
    expect(await access.read(renewed, now())).toMatchObject({ proId: claims.proId });
    const linked = createBookingTokens(after.for('tokens'));
    expect(linked.read('manage', link)).toBe(claims.proId);
    expect(linked.issue('manage', claims.proId)).not.toBe(link);
    expect(createKeyedHash(after.for('hashing')).keyed('email', 'rosa@example.com')).toBe(name);
    expect(await connectionsBy(after).access(connection)).toBe('a');
  }
});

it('keeps only the used keys of an older root', async () => {
  const { keys } = await openProcess();
  const later = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  const drop = (days = 0) => dropUnused({ pool: database.pool, keys, place, now: later(days) });
  const kept = () => parseRing(ring).map(({ version, purpose }) => `${version} ${purpose ?? 'root'}`);
  await database.pool.query("insert into read.bookings values (now() + interval '40 days')");
  expect(await drop()).toMatchObject({ dropped: false });
  await rotate();
  await keys.refresh();
  expect(await drop()).toEqual({ dropped: true, ring: null, waiting: ['signing', 'tokens', 'calendar'] });
  const lasting = ['2 root', '1 hashing', '1 sealing'];
  expect(new Set(kept())).toEqual(new Set([...lasting, '1 signing', '1 tokens', '1 calendar']));
  expect(await drop(9)).toMatchObject({ dropped: true, waiting: ['tokens'] });
  expect(await drop(69)).toMatchObject({ dropped: false, waiting: ['tokens'] });
  expect(await drop(71)).toMatchObject({ dropped: true, waiting: [] });
  expect(kept()).toEqual(lasting);
  // Another rotation keeps the first hashes.
  const hash = createKeyedHash((await openProcess()).keys.for('hashing')).keyed('email', 'x');
  expect(await rotate()).toMatchObject({ version: 3 });
  const fresh = (await openProcess()).keys;
  expect(createKeyedHash(fresh.for('hashing')).keyed('email', 'x')).toBe(hash);
});

it('asks for a new root if the ring is read-only, and detects an incomplete ring', async () => {
  const { keys } = await openProcess();
  const fixed = { read: place.read, replace: null };
  const pool = database.pool;
  await expect(rotateKeys({ pool, keys, place: fixed, pauses })).rejects.toThrow(RotationRefused);
  ring = formatRing([newRoot(2), ...parseRing(ring)]);
  expect(await rotateKeys({ pool, keys, place: fixed, pauses })).toMatchObject({ version: 2 });
  const dropping = await dropUnused({ pool, keys, place: fixed, now });
  expect(parseRing(dropping.ring ?? '').filter(({ purpose }) => purpose === null)).toMatchObject([
    { version: 2 },
  ]);
  const partly = {
    ...fixed,
    read: async () =>
      formatRing(parseRing(ring).map((entry) => ({ ...entry, purpose: 'wrapping' as const }))),
  };
  await expect(rotateKeys({ pool, keys, place: partly, pauses })).rejects.toThrow('one service');
});
