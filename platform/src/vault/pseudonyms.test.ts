import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createKeyedHash } from './hash.ts';
import { createPseudonyms, findInAllScopes, type PersonalValue } from './pseudonyms.ts';
import { createVault, vaultMigrations } from './vault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
});
afterAll(() => database.close());

const openVault = () => createVault({ database, wrapKey: Buffer.alloc(32, 4), clock: () => new Date() });
const open = (keys = openVault().newKeys) =>
  createPseudonyms({ database, hash: createKeyedHash(Buffer.alloc(32, 3)), newId: randomUUID, keys });
const carla = (scope = randomUUID()): PersonalValue => ({
  kind: 'patient',
  scope,
  value: 'carla@example.com',
});

it('gives a value one id, also to concurrent callers', async () => {
  const [one, other, value] = [open(), open(), carla()];
  expect(await one.find(value)).toBeNull();
  const ids = await Promise.all([one, other, one, other].map((pseudonyms) => pseudonyms.idOf(value)));
  expect(new Set(ids).size).toBe(1);
  expect(await open().find(value)).toBe(ids[0]);
});

it('creates the key of a new person together with their id, and none for a phone', async () => {
  const [vault, value] = [openVault(), carla()];
  const id = await open(vault.newKeys).idOf(value);
  const phone = await open().idOf({ ...value, kind: 'phone' });
  const made = await openVault().getKeys([`patient-${id}`, `patient-${phone}`]);
  expect([...made.keys()]).toEqual([`patient-${id}`]);
  await database.pool.query('delete from vault.keys where subject = $1', [`patient-${id}`]);
  const remembered = (await vault.keysFor([`patient-${id}`])).get(`patient-${id}`);
  expect(remembered?.equals(made.get(`patient-${id}`)!)).toBe(true);
});

it('creates no key with an outdated version', async () => {
  await database.pool.query("insert into vault.key_versions values (2, now() - interval '1 minute')");
  try {
    const id = await open().idOf(carla());
    expect((await openVault().getKeys([`patient-${id}`])).size).toBe(0);
  } finally {
    await database.pool.query('delete from vault.key_versions');
  }
});

it('assigns a value to an existing id, unless it has another one', async () => {
  const [pseudonyms, value, known] = [open(), carla(), randomUUID()];
  expect(await pseudonyms.lead(value, known)).toBe(known);
  expect(await pseudonyms.idOf(value)).toBe(known);
  expect(await pseudonyms.lead(value, randomUUID())).toBe(known);
});

it('gives other scopes, kinds and values other ids', async () => {
  const value = carla();
  const values = [
    value,
    carla(),
    { ...value, kind: 'phone' as const },
    { ...value, value: 'dora@example.com' },
  ];
  const ids = await Promise.all(values.map((one) => open().idOf(one)));
  expect(new Set(ids).size).toBe(values.length);
});

it('gives a forgotten value another id, and keeps nothing that leads to the first', async () => {
  const [pseudonyms, value, kept] = [open(), carla(), carla()];
  const [first, other] = [await pseudonyms.idOf(value), await pseudonyms.idOf(kept)];
  await pseudonyms.forget(value);
  expect(await pseudonyms.find(value)).toBeNull();
  const second = await pseudonyms.idOf(value);
  expect(second).not.toBe(first);
  await pseudonyms.forgetId(second);
  expect(await pseudonyms.find(value)).toBeNull();
  expect(await pseudonyms.find(kept)).toBe(other);
  const { rows } = await database.pool.query<{ line: string }>(
    'select t::text as line from vault.pseudonyms t',
  );
  expect(rows.map(({ line }) => line).join()).not.toMatch(
    new RegExp(`${first}|${second}|carla|${value.scope}`),
  );
});

it('finds a value among the patients of all existing pros', async () => {
  const hash = createKeyedHash(Buffer.alloc(32, 3));
  const vault = openVault();
  const [one, other, erased, unasked] = [carla(), carla(), carla(), carla()];
  await vault.keysFor([one, other, erased, unasked].map(({ scope }) => `pro-${scope}` as const));
  const ids = await Promise.all([one, other, erased].map((value) => open().idOf(value)));
  await open().idOf({ ...one, kind: 'phone' });
  await open().idOf({ ...one, value: 'dora@example.com' });
  await vault.erase(`pro-${erased.scope}`);
  const find = (value: string) => findInAllScopes({ database, hash }, { kind: 'patient', value });
  expect(new Set(await find('carla@example.com'))).toEqual(
    new Set([
      { id: ids[0], scope: one.scope },
      { id: ids[1], scope: other.scope },
    ]),
  );
  expect(await find('nobody@example.com')).toEqual([]);
});
