import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestFactors } from '../../testing/factors.ts';
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
const open = () => {
  const vault = createVault({ database, wrapKey: Buffer.alloc(32, 9), clock });
  return createTestFactors({ database, vault, clock });
};
const codeOf = (secret: string, timestamp = now): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** A pro with a confirmed authenticator. */
const withFactor = async () => {
  const factors = open();
  const proId = randomUUID();
  const { factorId, secret, uri } = await factors.begin(proId, 'anna@example.com');
  expect(uri).toContain('otpauth://totp/Visita:anna%40example.com?');
  expect(await factors.isOn(proId)).toBe(false);
  expect(await factors.confirm({ proId, factorId }, '000000')).toBe(false);
  expect(await factors.confirm({ proId, factorId }, codeOf(secret))).toBe(true);
  now += 30_000;
  return { factors, proId, factorId, secret };
};

it('an authenticator counts after one of its codes was given, and each code once', async () => {
  const { factors, proId, secret } = await withFactor();
  expect(await factors.isOn(proId)).toBe(true);
  const code = codeOf(secret);
  const tries = await Promise.all([factors.use(proId, code), open().use(proId, code)]);
  expect(tries.filter((used) => used === 'authenticator')).toHaveLength(1);
  expect(await factors.use(proId, codeOf(secret, now - 30_000))).toBeNull();
  now += 30_000;
  expect(await factors.use(proId, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)).toBe(
    'authenticator',
  );
  now += 300_000;
  expect(await factors.use(proId, codeOf(secret, now - 90_000))).toBeNull();
});

it('recovery codes work once each, the latest set only, and are stored unreadably', async () => {
  const { factors, proId } = await withFactor();
  const [old] = await factors.codes.renew(proId);
  const codes = await factors.codes.renew(proId);
  expect(new Set(codes).size).toBe(10);
  // A code has 24 characters of 5 bits.
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
  expect(await factors.use(proId, old!)).toBeNull();
  expect(await factors.use(randomUUID(), codes[0]!)).toBeNull();
  expect(await factors.use(proId, codes[0]!.toUpperCase().replaceAll('-', ' '))).toBe('recovery');
  expect(await factors.use(proId, codes[0]!)).toBeNull();
  expect(await factors.codes.left(proId)).toBe(9);
  const { rows } = await database.pool.query('select * from auth.recovery_codes');
  expect(JSON.stringify(rows)).not.toContain(codes[1]!);
});

it('removing the last authenticator removes the recovery codes, and only its own pro can remove it', async () => {
  const { factors, proId, factorId } = await withFactor();
  await factors.codes.renew(proId);
  expect(await factors.remove({ proId: randomUUID(), factorId })).toBeNull();
  expect(await factors.remove({ proId, factorId })).toBe('authenticator');
  expect([await factors.isOn(proId), await factors.codes.left(proId)]).toEqual([false, 0]);
});
