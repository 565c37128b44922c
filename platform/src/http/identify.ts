import type { Call } from '@visita/contracts/api/call';
import { Rejection } from '@visita/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymous, type Authenticate, bearerOf, type Caller } from '../auth/caller.ts';
import type { Session } from '../auth/sessions.ts';
import { byLink, guessing, limitAddress, linkOf } from './limiting.ts';
import type { Limiter } from './limits.ts';
import type { Allowance } from './loopback.ts';

export type IdentifyOptions = {
  authenticate: Authenticate;
  /** Returns the session in a valid token without checking that it is still open. Without this, no call begins early. */
  claimsOf?: (bearer: string) => Promise<Session | null>;
  limiter: Limiter;
  /** 1 for all requests by default. */
  allowance?: Allowance;
  /** Throws if the session's last authentication is too old; no check by default. */
  requireFreshProof?: (sessionId: string) => Promise<void>;
};

/** A call that began before its caller's session was checked. */
type Early = { readonly caller: Caller; readonly proven: Promise<void> };

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into Fastify's own interface
  interface FastifyRequest {
    caller: Caller;
    early: Early | null;
  }
}

export const decorateRequests = (app: FastifyInstance): void => {
  if (app.hasRequestDecorator('caller')) return;
  app.decorateRequest<Caller | null>('caller', null);
  app.decorateRequest<Early | null>('early', null);
};

const identify = async (
  request: FastifyRequest,
  { limit, limitOfPros, access, again, withoutFactor }: Call,
  { limiter, authenticate, allowance, requireFreshProof }: IdentifyOptions,
): Promise<void> => {
  const times = allowance?.(request);
  const bearer = bearerOf(request.headers.authorization);
  const isHeld = byLink.has(access) || (limitOfPros !== null && bearer !== null);
  if (isHeld) {
    request.caller = await authenticate(access, bearer).catch(guessing(limiter, request.ip, times));
    if (request.caller.kind !== 'pro') return limiter.link(limit, linkOf(request.caller), times);
  } else {
    // Calls with links in the body are counted by link first.
    if (!(limit === 'T' && access === 'public')) await limitAddress(limiter, { limit, request, times });
    request.caller = access === 'public' ? anonymous : await authenticate(access, bearer);
  }
  if (request.caller.kind !== 'pro') return;
  const { proId, sessionId, factorAsked } = request.caller;
  const withheld = factorAsked && !withoutFactor;
  if (withheld && access === 'optional') {
    // A public call treats a caller with an invalid token as a stranger.
    request.caller = anonymous;
    return isHeld ? limitAddress(limiter, { limit, request, times }) : undefined;
  }
  await limiter.account(limitOfPros ?? limit, proId, times);
  if (withheld) throw new Rejection('factor-asked');
  if (again) await requireFreshProof?.(sessionId);
};

/** Identifies the caller. For an early handler, resolves once the token is verified, while the session is still being checked. */
export const beginIdentify = async (
  request: FastifyRequest,
  { call, early }: { call: Call; early: boolean },
  options: IdentifyOptions,
): Promise<void> => {
  const bearer = bearerOf(request.headers.authorization);
  const claims = early && call.access === 'pro' && bearer !== null && (await options.claimsOf?.(bearer));
  const identifying = identify(request, call, options);
  if (!claims) return identifying;
  // A refusal of the caller takes precedence over the call's own errors.
  identifying.catch(() => undefined);
  request.early = { caller: { kind: 'pro', ...claims }, proven: identifying };
};

/** Returns the result of the work. Throws the caller's refusal, if any, rather than an error of the work. */
export const onceProven = async <Result>(
  { early }: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> => {
  const working = work();
  working.catch(() => undefined);
  await early?.proven;
  return working;
};

/** Returns the caller's refusal if there is one, otherwise the error. */
export const firstRefusal = async ({ early }: FastifyRequest, error: unknown): Promise<unknown> =>
  early
    ? early.proven.then(
        () => error,
        (refusal: unknown) => refusal,
      )
    : error;
