import type { Subject } from '@visita/contracts/event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, type Migrations } from '../postgres/migrate.ts';
import { encrypt } from './cipher.ts';
import { openKeyRing } from './key-ring.ts';
import { deriveEntries, formatRing, newRoot } from '../secrets/ring-text.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { SubjectKey } from './key-cache.ts';
import { createVault, vaultMigrations } from './vault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'vault', vaultMigrations);
});
afterAll(() => database.close());

const wrapKey = Buffer.alloc(32, 3);

const bytesOf = (key: SubjectKey | undefined): Buffer => {
  if (!key) throw new Error('there is no key');
  return key.export();
};

let now = Date.parse('2026-11-20T09:00:00.000Z');
const open = (key = wrapKey) => createVault({ database, wrapKey: key, clock: () => new Date(now) });

let count = 0;
const someSubject = (): Subject => `patient-${++count}`;

/** Migrations before key versions. */
const former: Migrations = Object.fromEntries(Object.entries(vaultMigrations).slice(0, 2));

it('reads the keys of an installation with a single key', async () => {
  await using old = await createTestDatabase();
  await migrate(old.knex, 'vault', former);
  const root = newRoot(1);
  const [wrapping] = deriveEntries([root], ['wrapping']);
  const key = Buffer.alloc(32, 9);
  await old.knex('vault.keys').insert({
    subject: 'patient-1',
    wrapped: encrypt(wrapping!.key, 'patient-1', key),
    created: new Date(),
  });
  await migrate(old.knex, 'vault', vaultMigrations);
  const keys = await openKeyRing({ read: async () => formatRing([root]), pool: old.pool });
  keys.close();
  const vault = createVault({ database: old, wrapKey: keys.for('wrapping'), clock: () => new Date() });
  expect(bytesOf((await vault.getKeys(['patient-1'])).get('patient-1'))).toEqual(key);
  expect((await vault.keysFor(['patient-2'])).get('patient-2')).toBeTruthy();
});

it('has no key for a purpose that the process was not given', async () => {
  const text = formatRing(deriveEntries([newRoot(1)], ['wrapping']));
  const purposes = ['wrapping'] as const;
  const keys = await openKeyRing({ read: async () => text, pool: database.pool, purposes });
  keys.close();
  expect(keys.for('wrapping').current().version).toBe(1);
  expect(() => keys.for('signing').current()).toThrow('no key for signing');
  const opening = openKeyRing({ read: async () => text, pool: database.pool });
  await expect(opening).rejects.toThrow('no key for signing');
});

describe('vault', () => {
  it('gives every process the same key for a subject', async () => {
    const subject = someSubject();
    const made = bytesOf((await open().keysFor([subject])).get(subject));
    expect(made).toHaveLength(32);
    expect(bytesOf((await open().keysFor([subject])).get(subject))).toEqual(made);
    expect(bytesOf((await open().getKeys([subject])).get(subject))).toEqual(made);
  });

  it('creates no key when only reading', async () => {
    const subject = someSubject();
    expect((await open().getKeys([subject])).has(subject)).toBe(false);
    expect((await database.knex('vault.keys').where({ subject })).length).toBe(0);
  });

  it('creates one key for concurrent callers and processes', async () => {
    const subjects = Array.from({ length: 20 }, someSubject);
    const vaults = [open(), open(), open()];
    const asked = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        (vaults[index % 3] ?? open()).keysFor(index % 2 ? subjects : subjects.toReversed()),
      ),
    );
    const [first] = asked;
    for (const keys of asked)
      for (const subject of subjects) {
        expect(bytesOf(keys.get(subject))).toEqual(bytesOf(first?.get(subject)));
      }
    const different = new Set([...(first?.values() ?? [])].map((key) => bytesOf(key).toString('hex')));
    expect(different.size).toBe(20);
  });

  it('stores keys wrapped, and refuses another master key', async () => {
    const subject = someSubject();
    const key = bytesOf((await open().keysFor([subject])).get(subject));
    const row = await database.knex('vault.keys').where({ subject }).first<{ wrapped: Buffer }>();
    expect(row?.wrapped.includes(key)).toBe(false);
    await expect(open(Buffer.alloc(32, 4)).getKeys([subject])).rejects.toThrow('master key does not fit');
  });

  it('does not accept one subject’s key for another', async () => {
    const [mine, theirs] = [someSubject(), someSubject()];
    await open().keysFor([mine, theirs]);
    await database.pool.query(
      'update vault.keys set wrapped = (select wrapped from vault.keys where subject = $1) where subject = $2',
      [theirs, mine],
    );
    await expect(open().getKeys([mine])).rejects.toThrow('does not fit');
  });

  it('erases for good: here at once, elsewhere within five seconds, and never creates a new key', async () => {
    const subject = someSubject();
    const [here, elsewhere] = [open(), open()];
    await here.keysFor([subject]);
    await elsewhere.keysFor([subject]);
    await here.erase(subject);
    expect((await here.keysFor([subject])).get(subject)).toBeNull();
    expect((await here.getKeys([subject])).get(subject)).toBeNull();
    now += 5001;
    expect((await elsewhere.getKeys([subject])).get(subject)).toBeNull();
    expect((await open().keysFor([subject])).get(subject)).toBeNull();
    await elsewhere.erase(subject);
    const row = await database
      .knex('vault.keys')
      .where({ subject })
      .first<{ wrapped: null; erased_at: Date }>();
    expect(row).toMatchObject({ wrapped: null, erased_at: new Date(now - 5001) });
  });

  it('records the erasure of an unknown subject', async () => {
    const subject = someSubject();
    await open().erase(subject);
    expect((await open().keysFor([subject])).get(subject)).toBeNull();
  });
});
