import { isReservedSlug } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { type Claims, createClaims } from '../claim/claims.ts';
import type { Dependencies } from '../dependencies.ts';
import { proView } from '../pro/view.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import { requireStrong } from './passwords.ts';
import { logIn } from './log-in.ts';
import { proofLink } from './proof.ts';

/** A collaborator's shell account waits for the link in its invitation. */
const isInvited = async (claims: Claims, { domain }: Dependencies, email: string): Promise<boolean> => {
  const ownerId = await claims.ownerOf('email', email);
  if (ownerId === null) return false;
  const { state } = await domain.pros.load(ownerId);
  return state.status === 'registered' && state.configStatus === 10;
};

type SignUpBody = CallContext<'signUp'>['body'];

/** Claims email and username for an account, and gives it its password. */
const takeNames = async (
  { body, proId }: { body: SignUpBody; proId: string },
  { cause }: UnitOfWork,
  deps: Dependencies,
): Promise<void> => {
  const claims = createClaims(deps);
  const email = { kind: 'email', value: body.email, ownerId: proId, taken: 'email-taken' } as const;
  const handle = { kind: 'handle', value: body.username, ownerId: proId, taken: 'username-taken' } as const;
  const orInvited = async (error: unknown): Promise<never> => {
    throw (await isInvited(claims, deps, body.email)) ? new Rejection('invitation-pending') : error;
  };
  await claims.requireFree(email).catch(orInvited);
  await claims.requireFree(handle);
  // Before the claims: hashing is slow, and a crash here leaves a row that no login can reach.
  await deps.credentials.set(proId, body.password);
  await claims.take(email, cause).catch(orInvited);
  try {
    await claims.take(handle, cause);
  } catch (error) {
    await claims.release(email, cause);
    throw error;
  }
};

const signUp: Command<'signUp'> = async ({ body }, work, deps) => {
  const { at, now, cause, execute } = work;
  const { domain, credentials, hash, rules } = deps;
  // A guessed key of somebody's sign-up leads to another account, not to theirs.
  const proId = hash.uuid('pro', cause.id, body.email, body.username);
  if ((await domain.pros.load(proId)).state.status === 'registered') {
    if (!(await credentials.verify(proId, body.password))) throw new Rejection('email-taken');
    return { message: 'Signed up', data: { id: proId } };
  }
  if (!deps.signUps.allows(body.email, body.invitation, at)) throw new Rejection('sign-up-closed');
  if (rules.isOn('reserved-usernames') && isReservedSlug(body.username))
    throw new Rejection('username-reserved');
  await requireStrong(deps, body.password, [body.email, body.username]);
  await takeNames({ body, proId }, work, deps);
  const { email, username, marketingConsent, comunicationsLanguage } = body;
  await execute(domain.pros, proId, {
    type: 'sign-up',
    proId,
    email,
    username,
    marketingConsent,
    comunicationsLanguage,
    now,
    ...(rules.isOn('proven-addresses') ? { proof: proofLink(cause, at) } : {}),
  });
  return { message: 'Signed up', data: { id: proId } };
};

const logOut: Command<'logOut'> = async ({ caller }, _work, { sessions }) => {
  await sessions.end(proOf(caller).sessionId);
  return { message: 'Logged out', data: null };
};

const authenticate: Command<'authenticate'> = async ({ caller }, _work, { domain }) => {
  const { proId, factorAsked = false } = proOf(caller);
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('unauthenticated');
  return { message: 'Authenticated', data: { ...proView(state), factorAsked } };
};

/** Sign-up, login, logout and who am I. */
export const accountHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return {
    signUp: handle(signUp),
    logIn: handle(logIn),
    logOut: handle(logOut),
    authenticate: handle(authenticate),
  } satisfies Handlers;
};
