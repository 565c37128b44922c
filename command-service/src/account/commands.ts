import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { proView } from '../pro/view.ts';
import { unitsOfWork } from '../unit-of-work.ts';
import { createClaims } from '../claim/claims.ts';
import { proofLink } from './proof.ts';

/** Sign-up, login, logout and who am I. */
export const accountHandlers = (deps: Dependencies) => {
  const { domain, sessions, credentials, hash, rules } = deps;
  const begin = unitsOfWork(deps.now);
  const claims = createClaims(deps);

  /** A collaborator's shell account waits for the link in its invitation. */
  const isInvited = async (email: string): Promise<boolean> => {
    const ownerId = await claims.ownerOf('email', email);
    if (ownerId === null) return false;
    const { state } = await domain.pros.load(ownerId);
    return state.status === 'registered' && state.configStatus === 10;
  };

  const signUp: Handlers['signUp'] = async (context) => {
    const { body } = context;
    const { at, now, cause, execute } = begin(context);
    // Whoever guesses a key that somebody signed up with gets another account by it, not theirs.
    const proId = hash.uuid('pro', cause.id, body.email, body.username);
    if ((await domain.pros.load(proId)).state.status === 'registered') {
      if (await credentials.verify(proId, body.password))
        return { message: 'Signed up', data: { id: proId } };
      throw new Rejection('email-taken');
    }
    const email = { kind: 'email', value: body.email, ownerId: proId, taken: 'email-taken' } as const;
    const username = {
      kind: 'handle',
      value: body.username,
      ownerId: proId,
      taken: 'username-taken',
    } as const;
    const orInvited = async (error: unknown): Promise<never> => {
      throw (await isInvited(body.email)) ? new Rejection('invitation-pending') : error;
    };
    await claims.requireFree(email).catch(orInvited);
    await claims.requireFree(username);
    // Before the claims: hashing is slow, and a crash here leaves a row that no login can reach.
    await credentials.set(proId, body.password);
    await claims.take(email, cause).catch(orInvited);
    try {
      await claims.take(username, cause);
    } catch (error) {
      await claims.release(email, cause);
      throw error;
    }
    const { marketingConsent, comunicationsLanguage } = body;
    await execute(domain.pros, proId, {
      type: 'sign-up',
      proId,
      email: body.email,
      username: body.username,
      marketingConsent,
      comunicationsLanguage,
      now,
      ...(rules.isOn('proven-addresses') ? { proof: proofLink(cause, at) } : {}),
    });
    return { message: 'Signed up', data: { id: proId } };
  };

  const logIn: Handlers['logIn'] = async ({ body }) => {
    const proId = await claims.ownerOf('email', body.email);
    const mark = await credentials.mark(proId);
    // An unknown email costs the same hash, so that neither text nor time tells it apart.
    const known = await credentials.verify(proId, body.password);
    if (!known || proId === null) throw new Rejection('wrong-credentials');
    const { state } = await domain.pros.load(proId);
    // An email that was changed away from opens nothing, even while its claim is still being released.
    if (state.status !== 'registered' || state.email !== body.email) throw new Rejection('wrong-credentials');
    const access_token = await sessions.start(proId);
    // Setting a password ends all sessions, but not one that begins after that with the password of before.
    if ((await credentials.mark(proId)) !== mark) {
      const session = await sessions.authenticate(access_token);
      if (session) await sessions.end(session.sessionId);
      throw new Rejection('wrong-credentials');
    }
    return { message: 'Logged in', access_token };
  };

  const logOut: Handlers['logOut'] = async ({ caller }) => {
    await sessions.end(proOf(caller).sessionId);
    return { message: 'Logged out', data: null };
  };

  const authenticate: Handlers['authenticate'] = async ({ caller }) => {
    const { state } = await domain.pros.load(proOf(caller).proId);
    if (state.status !== 'registered') throw new Rejection('unauthenticated');
    return { message: 'Authenticated', data: proView(state) };
  };

  return { signUp, logIn, logOut, authenticate } satisfies Handlers;
};
