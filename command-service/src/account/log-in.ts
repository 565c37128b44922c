import { Rejection } from '@visita/contracts/problem';
import { loginOriginOf } from '@visita/platform/auth/login-origin';
import type { CallContext } from '@visita/platform/http/calls';
import { createClaims } from '../claim/claims.ts';
import type { AccountDeps } from './deps.ts';
import { requireCode } from './factors.ts';
import { meetBrowser } from './known-browser.ts';
import { beginSlowedTry } from './tries.ts';
import type { Command, UnitOfWork } from '../unit-of-work.ts';

type LogIn = {
  readonly context: CallContext<'logIn'>;
  readonly proId: string | null;
  /** Id of the browser if it is known to the account. */
  readonly browser: string | null;
};

/**
 * Delays attempts at one account, from any network, whether or not the account exists. Attempts
 * from a known browser are counted separately: strangers cannot lock the pro out, and a copied
 * cookie is delayed as well.
 */
const slowDown = async (
  { context: { body }, proId, browser }: LogIn,
  work: UnitOfWork,
  deps: AccountDeps,
): Promise<() => Promise<void>> => {
  const what = browser === null ? body.email : `browser ${browser}`;
  const { number, free, succeeded } = await beginSlowedTry(what, work, deps);
  // The position is not recorded in the answer: it would reveal that the email is known.
  if (proId !== null && number === free) {
    const command = { type: 'note-security', what: 'LoginSlowed' } as const;
    await deps.domain.pros.execute(proId, command, work.cause).catch(refused);
  }
  return succeeded;
};

/** Ignores a refusal: a deleted account gets no notice. */
const refused = (error: unknown): void => {
  if (!(error instanceof Rejection)) throw error;
};

/** Checks the password, and the code if required; returns the session's token. */
const enter = async (
  { context, proId }: LogIn,
  work: UnitOfWork,
  deps: AccountDeps,
): Promise<[string, string]> => {
  const { domain, sessions, credentials } = deps;
  const { body, request } = context;
  const mark = await credentials.mark(proId);
  // An unknown email costs the same hash, so that neither text nor time reveals it.
  const known = await credentials.verify(proId, body.password);
  if (!known || proId === null) throw new Rejection('wrong-credentials');
  const { state } = await domain.pros.load(proId);
  // A former email opens nothing, even while its claim is still being released.
  if (state.status !== 'registered' || state.email !== body.email) throw new Rejection('wrong-credentials');
  await requireCode({ proId, code: body.code }, work, deps);
  const token = await sessions.start(proId, loginOriginOf(request));
  // A new password ends all sessions, except one that starts afterwards with the former password.
  if ((await credentials.mark(proId)) !== mark) {
    const session = await sessions.authenticate(token);
    if (session) await sessions.end(session.sessionId);
    throw new Rejection('wrong-credentials');
  }
  return [token, proId];
};

export const logIn: Command<'logIn', AccountDeps> = async (context, work, deps) => {
  const { browsers, strict } = deps;
  const owner = await createClaims(deps).ownerOf('email', context.body.email);
  if (owner !== null) context.concerns?.(owner);
  const browser = owner === null ? null : await browsers.find(owner, context.request.cookies);
  const login = { context, proId: owner, browser };
  const succeeded = strict ? await slowDown(login, work, deps) : null;
  const [access_token, proId] = await enter(login, work, deps);
  await succeeded?.();
  if (browser === null && strict) await meetBrowser({ context, proId }, work, deps);
  return { message: 'Logged in', access_token };
};
