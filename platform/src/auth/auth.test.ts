import { randomUUID } from 'node:crypto';
import type { Rejection } from '@visita/contracts/problem';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { createAccountTokens } from './account-token.ts';
import { createAuthenticate } from './authenticate.ts';
import { createWaitingTokens } from './waiting-token.ts';
import { createBookingTokens } from './booking-token.ts';
import type { TrustMode } from '../config/trust.ts';
import { createCredentials } from './credentials.ts';
import { createFreshProof } from './fresh-proof.ts';
import { authMigrations } from './migrations.ts';
import { createPasswords } from './passwords.ts';
import { createSessionEnds, sessionEndsChannel } from './session-ends.ts';
import { createSessions } from './sessions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'auth', authMigrations);
});
afterAll(() => database.close());

const signingKey = Buffer.alloc(32, 5);
const start = Date.parse('2026-11-20T09:00:00.000Z');
let now = start;
const clock = () => new Date(now);
const opening = () => createSessions({ database, signingKey, clock, ids: randomUUID });

describe('sessions', () => {
  it('are valid by their token, in every process, until they expire', async () => {
    const proId = randomUUID();
    const token = await opening().start(proId);
    const sessions = opening();
    expect(await sessions.authenticate(token)).toEqual({ proId, sessionId: expect.any(String) });
    now += 12 * 3_600_000 - 1000;
    expect(await sessions.authenticate(token)).not.toBeNull();
    now += 1000;
    expect(await sessions.authenticate(token)).toBeNull();
    expect(await opening().authenticate(token)).toBeNull();
  });

  it('end at once here, and within two seconds elsewhere', async () => {
    const [here, elsewhere] = [opening(), opening()];
    const token = await here.start(randomUUID());
    const session = await here.authenticate(token);
    await elsewhere.authenticate(token);
    await here.end(session?.sessionId ?? '');
    expect(await here.authenticate(token)).toBeNull();
    now += 2000;
    expect(await elsewhere.authenticate(token)).toBeNull();
  });

  it('end elsewhere on notification, without any delay', async () => {
    const ends = createSessionEnds(database.url, silent);
    onTestFinished(() => ends.close());
    const here = opening();
    const elsewhere = createSessions({ database, ends, signingKey, clock, ids: randomUUID });
    const token = await here.start(randomUUID());
    const session = (await elsewhere.authenticate(token))!;
    // The first lookup starts listening.
    const listens = async () =>
      (await database.pool.query(`select from pg_stat_activity where query = 'listen ${sessionEndsChannel}'`))
        .rowCount;
    await expect.poll(listens).toBe(1);
    expect(await elsewhere.authenticate(token)).toEqual(session);
    await here.end(session.sessionId);
    await expect.poll(() => elsewhere.authenticate(token)).toBeNull();
  });

  it('of one pro end together, those of others stay', async () => {
    const sessions = opening();
    const proId = randomUUID();
    const [first, second, other] = [
      await sessions.start(proId),
      await sessions.start(proId),
      await sessions.start(randomUUID()),
    ];
    for (const token of [first, second, other]) expect(await sessions.authenticate(token)).not.toBeNull();
    await sessions.endAll(proId);
    expect(await sessions.authenticate(first)).toBeNull();
    expect(await sessions.authenticate(second)).toBeNull();
    expect(await sessions.authenticate(other)).not.toBeNull();
  });

  it('are listed with origin and last use, and end one by one or all but one', async () => {
    const sessions = opening();
    const proId = randomUUID();
    const office = { browser: 'Firefox, Windows', network: '192.0.2.0/24' };
    const [first, second] = [await sessions.start(proId, office), await sessions.start(proId)];
    now += 90_000;
    const used = (await sessions.authenticate(first))!;
    const [one, other] = await sessions.list(proId);
    expect(one).toEqual({
      ...office,
      sessionId: used.sessionId,
      started: new Date(now - 90_000),
      lastSeen: clock(),
    });
    expect(other).toMatchObject({ browser: null, lastSeen: new Date(now - 90_000) });
    expect(await sessions.endOne({ proId: randomUUID(), sessionId: used.sessionId })).toBe(false);
    const third = await sessions.start(proId);
    expect(await sessions.endOne({ proId, sessionId: other!.sessionId })).toBe(true);
    expect(await sessions.authenticate(second)).toBeNull();
    await sessions.endOthers(used);
    expect(await sessions.authenticate(third)).toBeNull();
    expect(await sessions.list(proId)).toHaveLength(1);
  });

  it('are at most a hundred per pro: the one used longest ago ends', async () => {
    const sessions = opening();
    const [proId, other] = [randomUUID(), await sessions.start(randomUUID())];
    const tokens: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      now += 1_000;
      tokens.push(await sessions.start(proId));
    }
    expect(await sessions.count(proId)).toBe(100);
    now += 120_000;
    expect(await sessions.authenticate(tokens[0]!)).not.toBeNull();
    await sessions.list(proId);
    await sessions.start(proId);
    expect(await sessions.count(proId)).toBe(100);
    expect(await sessions.authenticate(tokens[0]!), 'just used').not.toBeNull();
    expect(await sessions.authenticate(tokens[1]!)).toBeNull();
    expect(await sessions.authenticate(other)).not.toBeNull();
  });

  it('expire without use, watched or not', async () => {
    const sessions = createSessions({ database, signingKey, clock, ids: randomUUID, idleMinutes: 120 });
    const token = await sessions.start(randomUUID());
    for (const minutes of [119, 119]) {
      now += minutes * 60_000;
      expect(await sessions.authenticate(token)).not.toBeNull();
    }
    now += 119 * 60_000;
    expect(await sessions.authenticate(token, { watched: true })).not.toBeNull();
    now += 2 * 60_000;
    expect(await sessions.authenticate(token)).toBeNull();
  });

  it('are deleted after they have ended', async () => {
    const sessions = opening();
    const proId = randomUUID();
    const [ended, open] = [await sessions.start(proId), await sessions.start(proId)];
    await sessions.end((await sessions.authenticate(ended))!.sessionId);
    await sessions.purge();
    const rows = () => database.pool.query('select 1 from auth.sessions where pro_id = $1', [proId]);
    expect((await rows()).rowCount).toBe(1);
    expect(await sessions.authenticate(open)).not.toBeNull();
    now += 13 * 3_600_000;
    await sessions.purge();
    expect((await rows()).rowCount).toBe(0);
  });

  it('require the password again ten minutes after it was given, under strict only', async () => {
    const sessions = opening();
    const session = (await sessions.authenticate(await sessions.start(randomUUID())))!;
    const asked = (trust: TrustMode) =>
      createFreshProof({ sessions, strict: trust === 'strict', now: clock })(session.sessionId);
    await asked('strict');
    now += 10 * 60_000 + 1000;
    await expect(asked('strict')).rejects.toMatchObject({ code: 'proof-again' });
    await asked('open');
    await sessions.prove(session.sessionId);
    await asked('strict');
  });

  it('of one pro end if they began before an instant', async () => {
    const sessions = opening();
    const proId = randomUUID();
    const old = await sessions.start(proId);
    now += 1000;
    const fresh = await sessions.start(proId);
    await sessions.endAll(proId, clock());
    expect(await sessions.authenticate(old)).toBeNull();
    expect(await sessions.authenticate(fresh)).not.toBeNull();
  });

  it('cannot be forged', async () => {
    const sessions = opening();
    const sessionId = randomUUID();
    const proId = randomUUID();
    await database.pool.query(
      'insert into auth.sessions (id, pro_id, created, expires) values ($1, $2, now(), now())',
      [sessionId, proId],
    );
    const claims = {
      sid: sessionId,
      sub: proId,
      iat: now / 1000,
      exp: now / 1000 + 60,
      iss: 'visita',
      aud: 'visita-api',
    };
    const sign = (changes: object, header: object = {}, key: Uint8Array = signingKey) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
        .sign(key);
    expect(await sessions.authenticate(await sign({}))).toEqual({ proId, sessionId });
    const forged = [
      'nonsense',
      new UnsecuredJWT(claims).encode(),
      await sign({}, {}, Buffer.alloc(32, 6)),
      await sign({}, { alg: 'HS512' }, Buffer.alloc(64, 5)),
      await sign({}, { typ: 'JWT' }),
      await sign({ aud: 'another' }),
      await sign({ iss: 'another' }),
      await sign({ exp: now / 1000 - 1 }),
      await sign({ sid: undefined }),
      await sign({ sid: randomUUID() }),
      `${await sign({ extra: 1 })}x`,
    ];
    for (const token of forged) expect(await sessions.authenticate(token)).toBeNull();
  });
});

describe('credentials', () => {
  const passwords = createPasswords({ parallel: 2 });

  it('accept a pro’s current password only', async () => {
    const credentials = createCredentials({ database, passwords, clock });
    const proId = randomUUID();
    await credentials.set(proId, 'first password');
    await credentials.set(proId, 'second password');
    expect(await credentials.verify(proId, 'second password')).toBe(true);
    expect(await credentials.verify(proId, 'first password')).toBe(false);
    expect(await credentials.verify(randomUUID(), 'second password')).toBe(false);
    expect(await credentials.verify(null, 'no password')).toBe(false);
    const mark = await credentials.mark(proId);
    expect(await credentials.mark(proId)).toBe(mark);
    await credentials.set(proId, 'second password');
    expect(await credentials.mark(proId)).not.toBe(mark);
    await credentials.remove(proId);
    expect(await credentials.verify(proId, 'second password')).toBe(false);
    expect([await credentials.mark(proId), await credentials.mark(null)]).toEqual([null, null]);
  });

  it('are argon2id with 19 MiB and two passes, salted', async () => {
    const [one, other] = [await passwords.hash('password'), await passwords.hash('password')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('wait for their turn, and continue after a failure', async () => {
    const queued = createPasswords({ parallel: 1, cost: { memory: 64, passes: 1 } });
    const results = await Promise.allSettled([
      queued.verify('not a hash', 'password'),
      ...Array.from({ length: 5 }, () => queued.verify(null, 'password')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')]);
  });

  it('are refused at once if too many wait, and accepted again afterwards', async () => {
    const queued = createPasswords({ parallel: 1, cost: { memory: 64, passes: 1 } });
    // The dummy hash is computed at the first call; afterwards all calls of a round are concurrent.
    expect(await queued.verify(null, 'password')).toBe(false);
    const round = async (count: number) => {
      const tries = Array.from({ length: count }, () => queued.verify(null, 'password'));
      const results = await Promise.allSettled(tries);
      const refused = results.filter((result) => result.status === 'rejected');
      return refused.map(({ reason }) => (reason as Rejection).code);
    };
    expect(await round(20)).toEqual(Array(3).fill('unavailable'));
    expect(await round(17)).toEqual([]);
  });
});

describe('booking tokens', () => {
  const tokens = createBookingTokens(Buffer.alloc(32, 1));
  const bookingId = randomUUID();
  const token = tokens.issue('confirm', bookingId);

  it('identify their booking, for one purpose and one key', () => {
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(tokens.read('confirm', token)).toBe(bookingId);
    expect(tokens.read('manage', token)).toBeNull();
    expect(createBookingTokens(Buffer.alloc(32, 2)).read('confirm', token)).toBeNull();
  });

  it('cannot be changed unnoticed', () => {
    for (let index = 0; index < token.length; index++) {
      const letter = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + letter + token.slice(index + 1);
      expect(tokens.read('confirm', changed)).toBeNull();
    }
    for (const odd of ['', 'x', `${token}A`, `${token.slice(1)}=`])
      expect(tokens.read('confirm', odd)).toBeNull();
  });
});

describe('authentication', () => {
  const bookingTokens = createBookingTokens(Buffer.alloc(32, 1));
  const session = { proId: randomUUID(), sessionId: randomUUID() };
  const sessions = { authenticate: async (token: string) => (token === 'good' ? session : null) };
  const accountTokens = createAccountTokens(Buffer.alloc(32, 1));
  const waitingTokens = createWaitingTokens(Buffer.alloc(32, 1));
  const authenticate = createAuthenticate({
    sessions,
    bookingTokens,
    accountTokens,
    shortLinks: { read: async () => null },
    waitingTokens,
  });
  const link = { proId: randomUUID(), tokenId: randomUUID() };
  const bookingId = randomUUID();
  const entryId = randomUUID();
  const offerId = `${entryId}.0a1b2c3d4e5f`;
  const ofEntry = waitingTokens.issueEntry(entryId);
  const ofOffer = waitingTokens.issueOffer(offerId);
  const mailed = bookingTokens.issue('confirm', bookingId);
  const pro = { kind: 'pro', ...session };

  it.each([
    ['public', 'bad', { kind: 'anonymous' }],
    ['optional', null, { kind: 'anonymous' }],
    ['optional', 'good', pro],
    ['pro', 'good', pro],
    ['booking-token', mailed, { kind: 'booking', bookingId }],
    ['manage-token', bookingTokens.issue('manage', bookingId), { kind: 'booking', bookingId, turn: 0 }],
    [
      'manage-token',
      bookingTokens.issueManage({ bookingId, turn: 12 }),
      { kind: 'booking', bookingId, turn: 12 },
    ],
    ['waiting-token', ofEntry, { kind: 'waiting', entryId, offerId: null }],
    ['offer-token', ofOffer, { kind: 'waiting', entryId, offerId }],
    ['waiting-or-pro', ofEntry, { kind: 'waiting', entryId, offerId: null }],
    ['waiting-or-pro', 'good', pro],
    ['mail-token', accountTokens.issue('reset', link), { kind: 'account', purpose: 'reset', ...link }],
  ] as const)('%s with %s', async (access, bearer, caller) => {
    expect(await authenticate(access, bearer)).toEqual(caller);
  });

  it.each([
    ['optional', 'bad', 'unauthenticated'],
    ['pro', null, 'unauthenticated'],
    ['pro', 'bad', 'unauthenticated'],
    ['pro', mailed, 'unauthenticated'],
    ['booking-token', null, 'token-invalid'],
    ['booking-token', 'good', 'token-invalid'],
    ['booking-token', bookingTokens.issue('manage', bookingId), 'token-invalid'],
    ['manage-token', mailed, 'token-invalid'],
    ['manage-token', null, 'token-invalid'],
    ['mail-token', 'good', 'token-invalid'],
    ['waiting-token', ofOffer, 'token-invalid'],
    ['offer-token', ofEntry, 'token-invalid'],
    ['offer-token', null, 'token-invalid'],
    ['waiting-or-pro', ofOffer, 'unauthenticated'],
    ['waiting-or-pro', null, 'unauthenticated'],
  ] as const)('%s refuses %s', async (access, bearer, code) => {
    await expect(authenticate(access, bearer)).rejects.toMatchObject({ code } satisfies Partial<Rejection>);
  });
});
