import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createLeaderElection, leaderMigrations, leaderSchema } from './leader.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';

const lease = 400;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, leaderSchema, leaderMigrations);
});
afterAll(() => database.close());

/** A part that records who is working. */
const working = () => {
  const at = new Set<string>();
  const history: string[] = [];
  const part = (holder: string) => () => ({
    start: async () => {
      history.push(`${holder} starts`);
      at.add(holder);
    },
    stop: async () => {
      history.push(`${holder} stops`);
      at.delete(holder);
    },
  });
  return { at, history, part };
};

let names = 0;
const contest = () => {
  const work = working();
  const name = `part-${(names += 1)}`;
  const enter = async (holder: string, pool: Pick<TestDatabase, 'pool'> = database) => {
    const part = work.part(holder);
    const one = createLeaderElection({ database: pool, log: silent, name, holder, part, lease });
    onTestFinished(async () => {
      await one.stop();
    });
    await one.start();
    return one;
  };
  return { ...work, name, enter };
};

describe('leader election', () => {
  it('lets one of several processes work', async () => {
    const { at, enter } = contest();
    const all = await Promise.all(['a', 'b', 'c'].map((holder) => enter(holder)));
    await expect.poll(() => at.size).toBe(1);
    await delay(2 * lease);
    expect(at.size).toBe(1);
    expect(all.filter((one) => one.leads())).toHaveLength(1);
  });

  it('hands over at once when the leader stops, and never back to a stopped process', async () => {
    const { at, history, enter } = contest();
    const first = await enter('a');
    await expect.poll(() => [...at]).toEqual(['a']);
    await enter('b');
    await first.stop();
    await expect.poll(() => [...at]).toEqual(['b']);
    expect(history).toEqual(['a starts', 'a stops', 'b starts']);
  });

  it('takes over from a silent leader, which stops once it notices', async () => {
    const { at, name, enter } = contest();
    let frozen = false;
    const hanging = {
      query: (query: unknown) => (frozen ? delay(3 * lease) : database.pool.query(query as string)),
    };
    await enter('a', { pool: hanging as unknown as TestDatabase['pool'] });
    await expect.poll(() => [...at]).toEqual(['a']);
    await enter('b');
    frozen = true;
    await expect.poll(() => at.has('b'), { timeout: 5 * lease }).toBe(true);
    frozen = false;
    await expect.poll(() => [...at], { timeout: 5 * lease }).toEqual(['b']);
    const { rows } = await database.pool.query('select holder from leader.leases where name = $1', [name]);
    expect(rows).toEqual([{ holder: 'b' }]);
  });

  it('stops working if the database does not answer for longer than the lease', async () => {
    const { at, enter } = contest();
    let broken = false;
    const pool = {
      query: (query: unknown) =>
        broken ? Promise.reject(new Error('gone')) : database.pool.query(query as string),
    };
    await enter('a', { pool: pool as unknown as TestDatabase['pool'] });
    await expect.poll(() => [...at]).toEqual(['a']);
    broken = true;
    await expect.poll(() => at.size, { timeout: 5 * lease }).toBe(0);
    broken = false;
    await expect.poll(() => [...at], { timeout: 5 * lease }).toEqual(['a']);
  });

  it('starts once if the lease was lost and won again while a failed start was being stopped', async () => {
    const ending = Promise.withResolvers<void>();
    const name = 'contested';
    const at = new Set<number>();
    let parts = 0;
    const part = () => {
      const number = (parts += 1);
      return {
        start: async () => {
          if (number === 1) throw new Error('not now');
          at.add(number);
        },
        stop: async () => {
          if (number === 1) await ending.promise;
          at.delete(number);
        },
      };
    };
    const one = createLeaderElection({ database, log: silent, name, holder: 'a', lease, part });
    onTestFinished(() => void one.stop());
    const give = (holder: string) =>
      database.pool.query(
        `update leader.leases set holder = $2, until = clock_timestamp() + interval '1 hour' where name = $1`,
        [name, holder],
      );
    await one.start();
    await expect.poll(() => parts, { timeout: 15_000 }).toBe(1);
    await give('b');
    await expect.poll(() => one.leads(), { timeout: 15_000 }).toBe(false);
    await give('a');
    await expect.poll(() => one.leads(), { timeout: 15_000 }).toBe(true);
    ending.resolve();
    await expect.poll(() => at.size, { timeout: 15_000 }).toBe(1);
    await give('b');
    await expect.poll(() => at.size, { timeout: 15_000 }).toBe(0);
  }, 30_000);

  it('retries if the work cannot start', async () => {
    let tries = 0;
    const one = createLeaderElection({
      database,
      log: silent,
      name: 'clumsy',
      holder: 'a',
      lease,
      part: () => ({
        start: async () => {
          if ((tries += 1) < 3) throw new Error('not now');
        },
        stop: async () => undefined,
      }),
    });
    onTestFinished(async () => {
      await one.stop();
    });
    await one.start();
    await expect.poll(() => tries, { timeout: 10 * lease }).toBe(3);
  });
});
