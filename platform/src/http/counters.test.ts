import { createHash, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../testing/database.ts';
import { redisKind } from '../../testing/services/kinds.ts';
import { freePort } from '../machine/free-port.ts';
import { findService } from '../../testing/services/service.ts';
import { type Counters, createMemoryCounters, createRedisCounters } from './counters.ts';

const clock = () => new Date();
const found = await findService(redisKind, process.env);
const service = 'service' in found ? found.service : null;
afterAll(() => service?.stop());

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const onRedis = (url: string): Counters => {
  const counters = createRedisCounters({ url, clock, log: silent, nameOf });
  onTestFinished(() => counters.close());
  return counters;
};

const describeCounters = (name: string, open: () => Promise<Counters>): void => {
  describe(`counters: ${name}`, () => {
    it('count by key until the window ends', async () => {
      const counters = await open();
      const [one, other] = [randomUUID(), randomUUID()];
      expect(await counters.count(one, 1)).toEqual({ count: 1, left: expect.any(Number) });
      expect((await counters.count(one, 1)).left).toBeGreaterThan(0);
      expect((await counters.count(other, 1)).count).toBe(1);
      expect((await counters.count(one, 1)).count).toBe(3);
      await expect
        .poll(async () => (await counters.count(one, 1)).count, { interval: 300, timeout: 5_000 })
        .toBe(1);
    });

    it('subtract a count that is taken back', async () => {
      const counters = await open();
      const key = randomUUID();
      await counters.count(key, 60);
      counters.takeBack(key);
      await expect
        .poll(async () => {
          const { count } = await counters.count(key, 60);
          counters.takeBack(key);
          return count;
        })
        .toBe(1);
    });
  });
};

describeCounters('memory', async () => createMemoryCounters({ clock }));

if (service) {
  describeCounters('Redis', async () => {
    const counters = onRedis(service.url);
    await connected(counters, onRedis(service.url));
    return counters;
  });

  it('leave nothing of a window that had ended before a count was taken back', async () => {
    const counters = onRedis(service.url);
    await connected(counters, onRedis(service.url));
    const [ended, next] = [randomUUID(), randomUUID()];
    counters.takeBack(ended);
    await counters.count(next, 60);
    const redis = new Redis(service.url);
    onTestFinished(() => redis.disconnect());
    expect(await redis.exists(...[ended, next].map((key) => `visita.limit.${nameOf(key)}`))).toBe(1);
  });

  it('leave no key in Redis that contains personal data', async () => {
    const counters = onRedis(service.url);
    await connected(counters, onRedis(service.url));
    const email = `${randomUUID()}@example.com`;
    await counters.count(`A ${email}`, 60);
    const redis = new Redis(service.url);
    onTestFinished(() => redis.disconnect());
    const stored = await redis.keys('*');
    expect(stored).toContain(`visita.limit.${nameOf(`A ${email}`)}`);
    expect(stored.join('\n')).not.toContain(email);
  });
}

/** Waits until both use Redis; before that, each process counts for itself. */
const connected = async (one: Counters, other: Counters): Promise<void> => {
  const key = randomUUID();
  await expect
    .poll(async () => (await one.count(key, 60)).count < (await other.count(key, 60)).count, {
      timeout: 5_000,
    })
    .toBe(true);
};

describe.skipIf(!service)(`counters: Redis${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  it('are shared by all processes', async () => {
    await connected(onRedis(service?.url ?? ''), onRedis(service?.url ?? ''));
  });
});

describe('counters: an absent Redis', () => {
  it('still limits, and does not delay callers', async () => {
    const counters = onRedis(`redis://127.0.0.1:${await freePort()}`);
    const before = performance.now();
    expect([(await counters.count('a', 60)).count, (await counters.count('a', 60)).count]).toEqual([1, 2]);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
