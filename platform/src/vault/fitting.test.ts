import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { layFoundation } from '../runtime/foundation.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { dropMisfits, findMisfits, requireFittingKeys } from './fitting.ts';
import { keysOf } from './purpose-keys.ts';
import { createVault } from './vault.ts';
import { WrongMasterKey } from './key-cache.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const open = (ring: string) =>
  layFoundation({
    config: readConfig({ VAR_DIRECTORY: '/nowhere', MASTER_KEY: ring }),
    log: silent,
    url: database.url,
  });
const ringOf = () => randomBytes(32).toString('base64');
const [one, other] = [
  'pro-00000000-0000-4000-8000-000000000001',
  'patient-00000000-0000-4000-8000-000000000002',
] as const;

it('starts with no other master key than its vault was made with', async () => {
  const right = ringOf();
  const first = await open(right);
  await first.vault.keysFor([one]);
  await first.close();
  await expect(open(ringOf())).rejects.toThrow(WrongMasterKey);
  await (await open(right)).close();
});

it('tries a key of every version in use', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  await (await open(first.toString('base64'))).close();
  await createVault({ database, wrapKey: first, clock: () => new Date() }).keysFor([one]);
  await createVault({ database, wrapKey: second, clock: () => new Date() }).keysFor([other]);
  await database.pool.query('update vault.keys set version = 2 where subject = $1', [other]);
  const [v1] = keysOf(first).all();
  const wrapping = { all: () => [{ ...v1!, version: 1 }] };
  await expect(requireFittingKeys({ pool: database.pool, wrapping })).rejects.toThrow(WrongMasterKey);
});

it('finds the keys that another master key wrote, and removes only those', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  await (await open(first.toString('base64'))).close();
  const clock = () => new Date();
  await createVault({ database, wrapKey: first, clock }).keysFor([one]);
  await createVault({ database, wrapKey: second, clock }).keysFor([other]);
  const deps = { pool: database.pool, wrapping: keysOf(first) };
  const found = await findMisfits(deps);
  expect(found).toMatchObject([{ subject: other }]);
  await dropMisfits(database.pool, found, clock());
  expect(await findMisfits(deps)).toEqual([]);
  const keys = await createVault({ database, wrapKey: first, clock }).getKeys([one, other]);
  expect(keys.get(other)).toBe(null);
  expect(keys.get(one)).not.toBe(null);
});
