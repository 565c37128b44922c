import { createHmac } from 'node:crypto';
import type { Foundation } from './foundation.ts';
import { createFreshProof } from '../auth/fresh-proof.ts';
import { createLoadShedding } from '../http/load-shedding.ts';
import { createMemoryCounters, createRedisCounters } from '../http/counters.ts';
import { createLimiter, type LimiterOptions } from '../http/limits.ts';
import { createAllowance } from '../http/loopback.ts';
import type { RegisterOptions } from '../http/register.ts';

/** Checks before every call: authentication, rate limits, load. */
export type Guards = Pick<
  RegisterOptions,
  | 'authenticate'
  | 'claimsOf'
  | 'limiter'
  | 'loadShedding'
  | 'allowance'
  | 'strict'
  | 'requireFreshProof'
  | 'tracer'
  | 'behindGateway'
> & { close(): void };

/** Creates the guards of a process. Rate limits are shared with other processes if Redis is configured. */
export const createGuards = (
  foundation: Foundation,
  {
    behindGateway = false,
    ...desk
  }: { behindGateway?: boolean } & Pick<LimiterOptions, 'deskProfessionals'> = {},
): Guards => {
  const { config, log, now: clock, keys, authenticate, sessions, strict, metrics, tracer } = foundation;
  const { limits, redisUrl, requestsInHand: maximum } = config;
  const nameOf = (key: string): string =>
    createHmac('sha256', keys.for('tokens').current().key).update(`limit|${key}`).digest('base64url');
  const counters = redisUrl
    ? createRedisCounters({ url: redisUrl, clock, log, nameOf })
    : createMemoryCounters({ clock });
  return {
    authenticate,
    claimsOf: sessions.claimsOf,
    limiter: createLimiter({ limits, clock, counters, metrics, ...desk }),
    loadShedding: createLoadShedding({ maximum, log, metrics }),
    allowance: createAllowance(config),
    strict,
    requireFreshProof: createFreshProof(foundation),
    tracer,
    behindGateway,
    close: () => counters.close(),
  };
};
