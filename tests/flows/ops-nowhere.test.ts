import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOps } from '../support/ops.ts';

/** Operations on standard input, which need no product. */
const withoutProduct = ['slots', 'tell'];
/** Arguments of operations that require them. */
const id = '00000000-0000-4000-8000-000000000001';
const asked: Readonly<Record<string, string[]>> = {
  audit: ['booking', id],
  erase: ['pro', id, '--yes'],
  export: ['pro', id],
  factors: [id],
  invite: ['anna@example.com'],
  keys: ['projector'],
  parked: ['list'],
  plan: [id, 'premium'],
  upgrade: ['--check'],
};

let place: string;
let empty: string;
let database: TestDatabase;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'visita-nowhere-'));
  empty = await mkdtemp(join(tmpdir(), 'visita-nowhere-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  for (const directory of [place, empty]) await rm(directory, { recursive: true });
});

const operations = async (): Promise<string[]> => {
  const { stdout } = await runOps({}, '--help');
  const names = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name ?? '');
  return names.filter((name) => !withoutProduct.includes(name));
};

const argumentsOf = (name: string): string[] =>
  name === 'backup' || name === 'restore'
    ? [join(place, 'backup'), ...(name === 'backup' ? ['--plain'] : [])]
    : (asked[name] ?? []);

describe('without a product', () => {
  it(
    'no operation creates anything in an empty directory, and each explains what to do',
    {
      tags: ['release'],
      timeout: 600_000,
    },
    async () => {
      const names = await operations();
      expect(names).toEqual(expect.arrayContaining(['backup', 'restore', 'doctor', 'verify', 'jobs']));
      for (const name of names) {
        const outcome = await runOps({ VAR_DIRECTORY: empty, DATABASE_URL: '' }, name, ...argumentsOf(name));
        expect(outcome.code, name).not.toBe(0);
        expect(`${outcome.stdout}${outcome.stderr}`, name).toMatch(/VAR_DIRECTORY|MASTER_KEY_FILE|journal/);
        expect(outcome.stderr, name).not.toMatch(/^ {4}at /m);
        expect([await readdir(empty), await readdir(place)], name).toEqual([[], []]);
      }
    },
  );

  it('no operation creates a product in an empty database, or a key for one', async () => {
    const env = { VAR_DIRECTORY: empty, DATABASE_URL: database.url };
    for (const name of ['backup', 'verify', 'rebuild', 'jobs']) {
      const outcome = await runOps(env, name, ...argumentsOf(name));
      expect([outcome.code, outcome.stderr], name).toEqual([2, expect.stringContaining('DATABASE_URL')]);
    }
    const { rows } = await database.pool.query(
      `select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')`,
    );
    expect([rows, await readdir(empty), await readdir(place)]).toEqual([[], [], []]);
  }, 600_000);
});
