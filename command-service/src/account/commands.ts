import { isOfficialSlug, isReservedSlug } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext, Handlers } from '@visita/platform/http/calls';
import { step } from '@visita/platform/runtime/commit';
import { type Claims, createClaims } from '../claim/claims.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AccountDeps } from './deps.ts';
import { proView } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { requireStrong } from './passwords.ts';
import { logIn } from './log-in.ts';
import { proofLink } from './proof.ts';

/**
 * Returns whether the email belongs to an invited collaborator's account that was never activated
 * by the invitation's link.
 */
const isInvited = async (
  claims: Claims,
  { domain }: Pick<Dependencies, 'domain'>,
  email: string,
): Promise<boolean> => {
  const ownerId = await claims.ownerOf('email', email);
  if (ownerId === null) return false;
  const { state } = await domain.pros.load(ownerId);
  return state.status === 'registered' && state.configStatus === 10;
};

type SignUpBody = CallContext<'signUp'>['body'];

/** Creates the steps that claim email and username for an account. Throws if either is taken. */
const claimNames = async (claims: Claims, { email, username }: SignUpBody, ownerId: string) => {
  const names = [
    { kind: 'email', value: email, ownerId, taken: 'email-taken' },
    { kind: 'handle', value: username, ownerId, taken: 'username-taken' },
  ] as const;
  for (const name of names) await claims.requireFree(name);
  return names.map(claims.step);
};

const signUp: Command<'signUp', AccountDeps> = async ({ body }, work, deps) => {
  const { at, now, cause, commit } = work;
  const { domain, credentials, hash, strict } = deps;
  // Email and username are part of the id: a guessed key of another sign-up leads to another
  // account.
  const proId = hash.uuid('pro', cause.id, body.email, body.username);
  if ((await domain.pros.load(proId)).state.status === 'registered') {
    if (!(await credentials.verify(proId, body.password))) throw new Rejection('email-taken');
    return { message: 'Signed up', data: { id: proId } };
  }
  if (!deps.signUps.allows(body.email, body.invitation, at)) throw new Rejection('sign-up-closed');
  const isReserved = isReservedSlug(body.username) || isOfficialSlug(body.username);
  if (strict && isReserved) throw new Rejection('username-reserved');
  await requireStrong(deps, body.password, [body.email, body.username]);
  const { email, username, marketingConsent, comunicationsLanguage } = body;
  const claims = createClaims(deps);
  const make = async () => {
    const before = await claimNames(claims, body, proId);
    // The password is stored before the account is created: hashing is slow, and a crash here
    // leaves an unreachable row.
    await credentials.set(proId, body.password);
    const account = { proId, email, username, marketingConsent, comunicationsLanguage, now };
    const proof = strict ? { proof: proofLink(cause, at) } : {};
    await commit({ before, decide: step(domain.pros, proId, { type: 'sign-up', ...account, ...proof }) });
  };
  await make().catch(async (error: unknown) => {
    const isTaken = error instanceof Rejection && error.code === 'email-taken';
    throw isTaken && (await isInvited(claims, deps, email)) ? new Rejection('invitation-pending') : error;
  });
  return { message: 'Signed up', data: { id: proId } };
};

const logOut: Command<'logOut', AccountDeps> = async ({ caller }, _work, { sessions }) => {
  await sessions.end(proOf(caller).sessionId);
  return { message: 'Logged out', data: null };
};

const authenticate: Command<'authenticate', AccountDeps> = async ({ caller }, _work, { domain }) => {
  const { proId, factorAsked = false } = proOf(caller);
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('unauthenticated');
  return { message: 'Authenticated', data: { ...proView(state), factorAsked } };
};

export const accountHandlers = (deps: AccountDeps) => {
  const handle = handling(deps);
  return {
    signUp: handle(signUp),
    logIn: handle(logIn),
    logOut: handle(logOut),
    authenticate: handle(authenticate),
  } satisfies Handlers;
};
