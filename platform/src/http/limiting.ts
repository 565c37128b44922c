import { createHash } from 'node:crypto';
import type { Call } from '@visita/contracts/api/call';
import { pageLoadHeader } from '@visita/contracts/api/headers';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { networkOf } from '../auth/network.ts';
import type { RequestInfo } from './calls.ts';
import type { Limiter } from './limits.ts';

/** As much of a call's exchange as says what it is counted by. */
type Exchanged = {
  readonly call: Call;
  readonly caller: Caller;
  readonly body: unknown;
  readonly request: Pick<RequestInfo, 'address' | 'allowance'>;
};

const pageLoad = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Asking = { limit: Call['limit']; request: FastifyRequest; times: number | undefined };

/** Counts a request against the address that it comes from, where its page or link does not stand for it. */
export const limitAddress = (limiter: Limiter, { limit, request, times }: Asking): void | Promise<void> => {
  const { ip, headers } = request;
  const load = headers[pageLoadHeader];
  if (limit === 'R' && typeof load === 'string' && pageLoad.test(load))
    return limiter.read({ ip, load }, times);
  return limiter.address(limit, ip, times);
};

/** The holder of a mailed link is limited by the link: many may share one address. */
export const byLink: ReadonlySet<Call['access']> = new Set(['booking-token', 'manage-token', 'mail-token']);

/** What a mailed link is counted by. */
export const linkOf = (caller: Caller): string => {
  if (caller.kind === 'booking') return caller.bookingId;
  return caller.kind === 'account' ? `${caller.purpose} ${caller.tokenId}` : '';
};

/** Counts a token that is none against the address that made it up. */
export const guessing =
  (limiter: Limiter, ip: string, times: number | undefined) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Rejection && error.code === 'token-invalid') await limiter.address('T', ip, times);
    throw error;
  };

/** Calls that have a mailed link in their body are limited by it. */
export const limitingLink = async <Outcome>(
  limiter: Limiter,
  { call, body, request: { address, allowance } }: Exchanged,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
  if (call.limit !== 'T' || call.access !== 'public' || typeof token !== 'string') return run();
  const outcome = await run().catch(guessing(limiter, address, allowance));
  await limiter.link('T', createHash('sha256').update(token).digest('base64url'), allowance);
  return outcome;
};

/** Public calls that name an account by email are limited by it; a login that succeeds does not count. */
export const limitingEmail = async <Outcome>(
  limiter: Limiter,
  { call, caller, body, request: { address, allowance = 1 } }: Exchanged,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  if (caller.kind === 'pro' || (call.limit !== 'A' && call.limit !== 'M')) return run();
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  if (typeof email !== 'string') return run();
  // By network too: what strangers ask for in somebody's name uses up nothing of theirs.
  await limiter.account(call.limit, `${email} ${networkOf(address)}`, allowance);
  if (call.limit !== 'A') return run();
  const takeBack = await limiter.attempt(email, address, allowance);
  try {
    const outcome = await run();
    takeBack();
    return outcome;
  } catch (error) {
    // What was not looked at, for want of time or for a fault, is no wrong password.
    // Nor is a right one that a code has to follow.
    if (!(error instanceof Rejection) || error.status >= 500 || error.code === 'code-needed') takeBack();
    throw error;
  }
};
