import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLimiter } from './limits.ts';
import { RateLimited } from './problem.ts';

const limiting = () => {
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const { limits } = readConfig({
    RATE_LIMIT_R: '2/1m',
    RATE_LIMIT_W: '2/1m',
    PRO_BOOKINGS_PER_DAY: '3',
    RATE_LIMIT_A_FAILURES: '2/15m',
  });
  const deskProfessionals = async (account: string) => (account === 'desk' ? 2 : 0);
  const limiter = createLimiter({ limits, clock: () => new Date(now), deskProfessionals });
  return { limiter, pass: (seconds: number) => (now += seconds * 1000) };
};

const retryAfter = async (call: () => unknown): Promise<number> => {
  try {
    await call();
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfter;
    throw error;
  }
  return 0;
};

describe('limits', () => {
  it('allows a number of requests per window, then returns the time to wait', async () => {
    const { limiter, pass } = limiting();
    const call = () => limiter.address('R', '192.0.2.1');
    expect([await retryAfter(call), await retryAfter(call)]).toEqual([0, 0]);
    pass(20);
    expect(await retryAfter(call)).toBe(40);
    expect(await retryAfter(() => limiter.address('R', '192.0.2.2'))).toBe(0);
    expect(await retryAfter(() => limiter.address('B', '192.0.2.1'))).toBe(0);
    pass(40);
    expect(await retryAfter(call)).toBe(0);
  });

  it("limits a pro's bookings per minute and per day", async () => {
    const { limiter, pass } = limiting();
    const call = () => limiter.account('P', 'pro');
    expect([await retryAfter(call), await retryAfter(call), await retryAfter(call)]).toEqual([0, 0, 60]);
    pass(60);
    expect([await retryAfter(call), await retryAfter(call)]).toEqual([0, 86_340]);
    pass(86_340);
    expect(await retryAfter(call)).toBe(0);
  });

  it('limits the dates of series to 520 a day, and counts a series as one booking of the day', async () => {
    const { limiter, pass } = limiting();
    const plan = (dates: number, account = 'pro') => retryAfter(() => limiter.dates(account, dates, 1));
    expect([await plan(400), await plan(100)]).toEqual([0, 0]);
    // The dates of a refused series are free for a shorter one.
    expect([await plan(21), await plan(20)]).toEqual([86_400, 0]);
    expect(await plan(1)).toBe(86_400);
    expect(await retryAfter(() => limiter.account('P', 'pro'))).toBe(86_400);
    expect(await plan(52, 'another')).toBe(0);
    pass(86_400);
    expect(await plan(520)).toBe(0);
  });

  it('lets a reception book the daily maximum for each professional', async () => {
    const { limiter, pass } = limiting();
    const waits: number[] = [];
    for (let booking = 0; booking < 7; booking++) {
      if (booking % 2 === 0) pass(60);
      waits.push(await retryAfter(() => limiter.account('P', 'desk')));
    }
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, false, false, false, true]);
  });

  it('counts a customer’s IPv6 network as one address', async () => {
    const { limiter } = limiting();
    await limiter.address('R', '2001:db8:1:2::1');
    await limiter.address('R', '2001:db8:1:2:ffff::2');
    expect(await retryAfter(() => limiter.address('R', '2001:db8:1:2:3:4:5:6'))).toBe(60);
    expect(await retryAfter(() => limiter.address('R', '2001:db8:1:3::1'))).toBe(0);
  });

  it('counts by account, whatever the address', async () => {
    const { limiter } = limiting();
    await limiter.account('W', 'pro-1');
    await limiter.account('W', 'pro-1');
    expect(await retryAfter(() => limiter.account('W', 'pro-1'))).toBe(60);
    expect(await retryAfter(() => limiter.account('W', 'pro-2'))).toBe(0);
  });

  it('counts concurrent login attempts, and subtracts those taken back', async () => {
    const { limiter } = limiting();
    const attempt = () => limiter.attempt('rosa', '192.0.2.1');
    for (let round = 0; round < 10; round++) (await attempt())();
    await attempt();
    await attempt();
    expect(await retryAfter(attempt)).toBe(900);
    expect(await retryAfter(() => limiter.attempt('rosa', '192.0.2.2'))).toBe(0);
  });
});
