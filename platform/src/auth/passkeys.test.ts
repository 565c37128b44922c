import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestFactors, testOrigin } from '../../testing/factors.ts';
import { migrate } from '../postgres/migrate.ts';
import { createVault, vaultMigrations } from '../vault/vault.ts';
import { authMigrations } from './migrations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, 'auth', authMigrations);
});
afterAll(() => database.close());

let now = Date.parse('2026-11-20T09:00:00.000Z');
const clock = () => new Date(now);
const open = (itsClock = clock) =>
  createTestFactors({
    database,
    vault: createVault({ database, wrapKey: Buffer.alloc(32, 9), clock: itsClock }),
    clock: itsClock,
  });

/** A pro with a passkey on a device. */
const withPasskey = async () => {
  const factors = open();
  const { passkeys } = factors;
  const session = { proId: randomUUID(), sessionId: randomUUID() };
  const device = createAuthenticator(testOrigin);
  const created = device.create(await passkeys.begin(session, 'anna@example.com'));
  expect(await passkeys.add(session, 'Phone of Anna', created)).toBe(true);
  return { factors, passkeys, device, created, ...session };
};

it('a passkey logs in, identifies its pro, and records its use', async () => {
  const { factors, passkeys, device, proId } = await withPasskey();
  expect(await factors.isOn(proId)).toBe(true);
  const [listed] = await passkeys.list(proId);
  expect(listed).toMatchObject({ name: 'Phone of Anna', created: clock(), lastUsed: null });
  now += 60_000;
  const used = await open().passkeys.use(device.use(passkeys.request(null)), null);
  expect(used).toEqual({ proId, passkeyId: listed!.passkeyId });
  expect((await passkeys.list(proId))[0]!.lastUsed).toEqual(clock());
  const { rows } = await database.pool.query('select * from auth.passkeys where pro_id = $1', [proId]);
  expect(JSON.stringify(rows.map((row) => ({ ...row, name: String(row.name) })))).not.toContain('Anna');
});

it('a renamed passkey still works, and only its pro can rename it', async () => {
  const { passkeys, device, proId } = await withPasskey();
  const [before] = await passkeys.list(proId);
  const { passkeyId } = before!;
  expect(await passkeys.rename({ proId, passkeyId }, 'Tablet of Anna')).toBe(true);
  const other = await withPasskey();
  expect(await passkeys.rename({ proId: other.proId, passkeyId }, 'Mine')).toBe(false);
  expect(await open().passkeys.list(proId)).toEqual([{ ...before, name: 'Tablet of Anna' }]);
  expect(await passkeys.use(device.use(passkeys.request(null)), null)).toEqual({ proId, passkeyId });
  const { rows } = await database.pool.query('select name from auth.passkeys where pro_id = $1', [proId]);
  expect(String(rows[0].name)).not.toContain('Anna');
});

it('a challenge works once, within five minutes, and for its purpose only', async () => {
  const { passkeys, device, sessionId } = await withPasskey();
  const use = device.use(passkeys.request(null));
  const tries = await Promise.all([passkeys.use(use, null), open().passkeys.use(use, null)]);
  expect(tries.filter((used) => used !== null)).toHaveLength(1);
  expect(await passkeys.use(use, null)).toBeNull();
  const late = passkeys.request(null);
  now += 300_000;
  expect(await passkeys.use(device.use(late), null)).toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(sessionId)), null)).toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(null)), sessionId)).toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(randomUUID())), sessionId)).toBeNull();
  const madeUp = { ...passkeys.request(null), challenge: Buffer.alloc(54, 255).toString('base64url') };
  expect(await passkeys.use(device.use(madeUp), null)).toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(sessionId)), sessionId)).not.toBeNull();
});

it('used challenges are deleted once they have expired', async () => {
  const { passkeys, device } = await withPasskey();
  await passkeys.use(device.use(passkeys.request(null)), null);
  now += 600_001;
  await passkeys.use(device.use(passkeys.request(null)), null);
  const { rowCount } = await database.pool.query('select from auth.used_challenges');
  expect(rowCount).toBe(1);
});

it('a used challenge is refused by a process whose clock is behind', async () => {
  const { passkeys, device } = await withPasskey();
  const used = device.use(passkeys.request(null), { counter: 0 });
  expect(await passkeys.use(used, null)).not.toBeNull();
  const behind = open(() => new Date(now - 240_000));
  now += 300_001;
  await passkeys.use(device.use(passkeys.request(null), { counter: 0 }), null);
  expect(await behind.passkeys.use(used, null)).toBeNull();
});

it.each([
  ['on another site', { origin: 'https://visita.example.org' }],
  ['for another host', { rpId: 'example' }],
  ['without user verification', { verified: false }],
  ['by a cloned device, whose counter does not rise', { counter: 1 }],
])('a passkey that is used %s is refused', async (_, odd) => {
  const { passkeys, device } = await withPasskey();
  expect(await passkeys.use(device.use(passkeys.request(null)), null)).not.toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(null), odd), null)).toBeNull();
  expect(await passkeys.use(device.use(passkeys.request(null), { counter: 5 }), null)).not.toBeNull();
});

it('a device without counter is accepted by its signature alone', async () => {
  const { passkeys, device } = await withPasskey();
  for (let times = 0; times < 2; times += 1)
    expect(await passkeys.use(device.use(passkeys.request(null), { counter: 0 }), null)).not.toBeNull();
});

it('another pro’s signature, name or passkey is refused', async () => {
  const [mine, other] = [await withPasskey(), await withPasskey()];
  const request = () => mine.passkeys.request(null);
  const theirs = other.device.use(request());
  expect(await mine.passkeys.use({ ...theirs, id: mine.created.id }, null)).toBeNull();
  const own = mine.device.use(request());
  expect(await mine.passkeys.use({ ...own, userHandle: theirs.userHandle }, null)).toBeNull();
  expect(await mine.passkeys.use({ ...own, signature: theirs.signature }, null)).toBeNull();
  expect(await mine.passkeys.use({ ...own, clientDataJSON: 'AAAA' }, null)).toBeNull();
  expect(await mine.passkeys.use({ ...own, id: 'AAAA' }, null)).toBeNull();
  expect(await mine.passkeys.use(own, null)).not.toBeNull();
});

it.each([
  ['on another site', { origin: 'https://visita.example.org' }],
  ['for another host', { rpId: 'example' }],
  ['without user verification', { verified: false }],
])('a passkey that is created %s is refused', async (_, odd) => {
  const { passkeys } = open();
  const session = { proId: randomUUID(), sessionId: randomUUID() };
  const created = createAuthenticator(testOrigin).create(await passkeys.begin(session, 'a'), odd);
  expect(await passkeys.add(session, 'Phone', created)).toBe(false);
  expect(await passkeys.list(session.proId)).toEqual([]);
});

it('a created passkey is accepted once, for the pro and session that asked', async () => {
  const { passkeys } = open();
  const session = { proId: randomUUID(), sessionId: randomUUID() };
  const device = createAuthenticator(testOrigin);
  const created = device.create(await passkeys.begin(session, 'a'));
  expect(await passkeys.add({ ...session, sessionId: randomUUID() }, 'Phone', created)).toBe(false);
  expect(await passkeys.add({ ...session, proId: randomUUID() }, 'Phone', created)).toBe(false);
  expect(await passkeys.add(session, 'Phone', created)).toBe(true);
  expect(await passkeys.add(session, 'Phone', created)).toBe(false);
  const other = { proId: randomUUID(), sessionId: randomUUID() };
  const again = device.create(await passkeys.begin(other, 'b'));
  expect(await passkeys.add(other, 'Phone', again)).toBe(false);
});

it('a device with a passkey is excluded, and a pro has at most twenty', async () => {
  const { passkeys, created, proId, sessionId } = await withPasskey();
  const session = { proId, sessionId };
  const asked = await passkeys.begin(session, 'a');
  expect(asked.excludeCredentials).toEqual([
    { id: created.id, type: 'public-key', transports: ['internal'] },
  ]);
  expect(asked).toMatchObject({
    rp: { id: 'visita.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await database.pool.query(
    `insert into auth.passkeys
     select gen_random_uuid(), pro_id, credential_id || n, public_key, 0, '{}', name, created
     from auth.passkeys, generate_series(1, 19) n where pro_id = $1`,
    [proId],
  );
  await expect(passkeys.begin(session, 'a')).rejects.toMatchObject({ code: 'too-many' });
});

it('the recovery codes are removed with the last authenticator or passkey', async () => {
  const { factors, passkeys, device, proId } = await withPasskey();
  const [first] = await passkeys.list(proId);
  await factors.codes.renew(proId);
  expect(await factors.remove({ proId: randomUUID(), factorId: first!.passkeyId })).toBeNull();
  expect(await factors.remove({ proId, factorId: first!.passkeyId })).toBe('passkey');
  expect([await factors.isOn(proId), await factors.codes.left(proId)]).toEqual([false, 0]);
  expect(await passkeys.use(device.use(passkeys.request(null)), null)).toBeNull();
});

it('all passkeys are removed, or those created before an instant', async () => {
  const { factors, proId } = await withPasskey();
  await factors.removeAll(proId, clock());
  expect(await factors.isOn(proId)).toBe(true);
  await factors.removeAll(proId, new Date(now + 1));
  expect(await factors.isOn(proId)).toBe(false);
});
