import type { Try } from '@visita/platform/auth/login-failures';
import { RateLimited } from '@visita/platform/http/problem';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

/** Failures in a row before the next tries at one secret have to wait, or end. */
const freeFailures = 10;

type Begun = {
  readonly tried: Try;
  /** How many failures are free here. */
  readonly free: number;
  /** Forgets the failures. */
  readonly succeeded: () => Promise<void>;
};

/** Begins a try at a secret, named by what is tried; it is one more failure until it has succeeded. */
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

/** Begins a try that waits for longer with each failure, and tells which one it would be. */
export const beginSlowedTry = async (...asked: Parameters<typeof beginTry>) => {
  const { tried, ...begun } = await beginTry(...asked);
  if ('wait' in tried) throw new RateLimited(tried.wait);
  return { number: tried.number, ...begun };
};
