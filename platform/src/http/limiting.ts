import { createHash } from 'node:crypto';
import type { Call } from '@visita/contracts/api/call';
import { pageLoadHeader } from '@visita/contracts/api/headers';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { networkOf } from '../auth/network.ts';
import type { RequestInfo } from './calls.ts';
import type { Limiter } from './limits.ts';

/** The part of a call's exchange that rate limits use. */
type Exchanged = {
  readonly call: Call;
  readonly caller: Caller;
  readonly body: unknown;
  readonly request: Pick<RequestInfo, 'address' | 'allowance'>;
};

const pageLoad = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Asking = { limit: Call['limit']; request: FastifyRequest; times: number | undefined };

/** Counts a request against its address, unless its page or link is counted instead. */
export const limitAddress = (limiter: Limiter, { limit, request, times }: Asking): void | Promise<void> => {
  const { ip, headers } = request;
  const load = headers[pageLoadHeader];
  if (limit === 'R' && typeof load === 'string' && pageLoad.test(load))
    return limiter.read({ ip, load }, times);
  return limiter.address(limit, ip, times);
};

/**
 * Kinds of access by mailed link. They are counted by link, because many people may share an
 * address.
 */
export const byLink: ReadonlySet<Call['access']> = new Set([
  'booking-token',
  'manage-token',
  'mail-token',
  'message-token',
  'waiting-token',
  'offer-token',
]);

/** Returns the key by which a mailed link is counted. */
export const linkOf = (caller: Caller): string => {
  if (caller.kind === 'booking') return caller.bookingId;
  if (caller.kind === 'patient') return caller.patientId;
  if (caller.kind === 'waiting') return caller.entryId;
  return caller.kind === 'account' ? `${caller.purpose} ${caller.tokenId}` : '';
};

/** Counts invalid tokens against the client's address. */
export const guessing =
  (limiter: Limiter, ip: string, times: number | undefined) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Rejection && error.code === 'token-invalid') await limiter.address('T', ip, times);
    throw error;
  };

/** Counts a pro's request against the address too, if it acts for a visitor. */
export const limitingVisitor = async <Outcome>(
  limiter: Limiter,
  { call, caller, body, request: { address, allowance } }: Exchanged,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  if (caller.kind === 'pro' && call.asVisitor?.(body)) await limiter.address(call.limit, address, allowance);
  return run();
};

/** Limits calls with a mailed link in the body by that link. */
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

/** Limits public calls that contain an email by that email. A successful login does not count. */
export const limitingEmail = async <Outcome>(
  limiter: Limiter,
  { call, caller, body, request: { address, allowance = 1 } }: Exchanged,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  if (caller.kind === 'pro' || (call.limit !== 'A' && call.limit !== 'M')) return run();
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  if (typeof email !== 'string') return run();
  // The request is also counted by network, so that strangers cannot use up the limit of the
  // address's owner.
  await limiter.account(call.limit, `${email} ${networkOf(address)}`, allowance);
  if (call.limit !== 'A') return run();
  const takeBack = await limiter.attempt(email, address, allowance);
  try {
    const outcome = await run();
    takeBack();
    return outcome;
  } catch (error) {
    // Refusals without a check, for overload or failure, do not count as wrong passwords; nor does a right one that
    // needs a code.
    if (!(error instanceof Rejection) || error.status >= 500 || error.code === 'code-needed') takeBack();
    throw error;
  }
};

/** Counts the dates that a call of a pro books. */
export const limitingDates = async <Outcome>(
  limiter: Limiter,
  { call, caller, body, request: { allowance } }: Exchanged,
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  const dates = call.datesBooked?.(body) ?? 0;
  if (dates > 0 && caller.kind === 'pro') await limiter.dates(caller.proId, dates, allowance);
  return run();
};
