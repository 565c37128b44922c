import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../testing/database.ts';
import { redisKind } from '../../testing/services/kinds.ts';
import { freePort } from '../machine/free-port.ts';
import { findService, startBinary } from '../../testing/services/service.ts';
import { openRedisBackend } from './backends.ts';
import { createJobs } from './bullmq.ts';
import { describeJobs } from '../../testing/jobs.contract.ts';

const found = await findService(redisKind, process.env);
const service = 'service' in found ? found.service : null;
const url = service?.url ?? '';
afterAll(() => service?.stop());

const open = (at: string, options = { attempts: 3, backoff: 10 }) =>
  createJobs({ ...options, backend: openRedisBackend({ url: at, log: silent }), log: silent });

const empty = async (): Promise<void> => {
  const redis = new Redis(url);
  await redis.flushdb();
  await redis.quit();
};

if (service) {
  describeJobs('BullMQ on Redis', async (options) => open(url, options), empty);
}

const title = `jobs: BullMQ on Redis${'missing' in found ? ` (${found.missing})` : ''}`;

describe.skipIf(!service || Boolean(process.env['REDIS_URL']))(title, () => {
  it('reject calls while Redis is down', async () => {
    const jobs = open(`redis://127.0.0.1:${await freePort()}`);
    onTestFinished(() => jobs.close());
    const asked = [
      jobs.remove('mail', 'a'),
      jobs.retry('mail', 'a'),
      jobs.counts('mail'),
      jobs.parked('mail'),
    ];
    const outcomes = await Promise.allSettled<unknown>(asked);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TooSlow' } });
    }
  }, 60_000);

  it('wait for Redis to start, and continue when it comes back', async () => {
    const port = await freePort();
    const jobs = open(`redis://127.0.0.1:${port}`);
    onTestFinished(() => jobs.close());
    const mail = {
      template: 'welcome',
      eventId: '0190a7a0-0000-7000-8000-000000000001',
      about: 'x',
    } as const;
    const add = (id: string) => jobs.add('mail', 'welcome', mail, { id });
    await expect(add('early')).rejects.toThrow('takes too long');
    const done: string[] = [];
    let server = await startBinary(redisKind, { port });
    await jobs.work('mail', async (_payload, { id }) => void done.push(id), { concurrency: 1 });
    await add('first');
    await expect.poll(() => done, { timeout: 10_000 }).toContain('first');
    await server.stop();
    server = await startBinary(redisKind, { port });
    onTestFinished(() => server.stop());
    await expect
      .poll(
        async () => {
          await add('second').catch(() => undefined);
          return done.includes('second');
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  }, 60_000);
});
