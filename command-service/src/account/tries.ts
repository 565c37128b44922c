import type { Try } from '@visita/platform/auth/login-failures';
import { RateLimited } from '@visita/platform/http/problem';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

/** Consecutive failures before attempts at one secret are delayed or refused. */
const freeFailures = 10;

type Begun = {
  readonly tried: Try;
  /** Number of failures without consequence. */
  readonly free: number;
  /** Resets the failures. */
  readonly succeeded: () => Promise<void>;
};

/** Starts an attempt at a secret; it counts as a failure until it succeeds. */
export const beginTry = async (
  what: string,
  { allowance }: Pick<UnitOfWork, 'allowance'>,
  { hash, loginFailures }: Pick<Dependencies, 'hash' | 'loginFailures'>,
): Promise<Begun> => {
  const account = hash.keyed('login-failures', what);
  const free = freeFailures * allowance;
  const tried = await loginFailures.begin(account, free);
  return { tried, free, succeeded: () => loginFailures.forget(account) };
};

/** Starts an attempt that is delayed more with each failure; returns its number. */
export const beginSlowedTry = async (...asked: Parameters<typeof beginTry>) => {
  const { tried, ...begun } = await beginTry(...asked);
  if ('wait' in tried) throw new RateLimited(tried.wait);
  return { number: tried.number, ...begun };
};
