import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { loginOriginOf } from '@visita/platform/auth/login-origin';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { AccountDeps } from './deps.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { firstCodes } from './factors.ts';
import { meetBrowser } from './known-browser.ts';

const beginPasskey: Command<'beginPasskey', AccountDeps> = async ({ caller }, _work, deps) => {
  const session = proOf(caller);
  const pro = await loadPro(deps.domain, session.proId);
  requireProven(deps, pro);
  const label = isErased(pro.email) ? pro.id : pro.email;
  return { message: 'Make a passkey', data: await deps.factors.passkeys.begin(session, label) };
};

const addPasskey: Command<'addPasskey', AccountDeps> = async ({ body, caller }, { execute }, deps) => {
  const { factors, domain } = deps;
  const session = proOf(caller);
  if (!(await factors.passkeys.add(session, body.name, body.passkey)))
    throw new Rejection('passkey-refused', 'This passkey was not made as asked. Begin anew.');
  const recoveryCodes = await firstCodes(factors, session.proId);
  await execute(domain.pros, session.proId, { type: 'note-security', what: 'PasskeyAdded' });
  return { message: 'Passkey added', data: { recoveryCodes } };
};

const renamePasskey: Command<'renamePasskey', AccountDeps> = async (
  { params, body, caller },
  { execute },
  deps,
) => {
  const { proId } = proOf(caller);
  const renamed = await deps.factors.passkeys.rename({ proId, passkeyId: params.id }, body.name);
  if (!renamed) throw new Rejection('not-found');
  await execute(deps.domain.pros, proId, { type: 'note-security', what: 'PasskeyRenamed' });
  return { message: 'Passkey renamed', data: null };
};

const askForPasskey: Command<'askForPasskey', AccountDeps> = async ({ caller }, _work, { factors }) => {
  const sessionId = caller.kind === 'pro' ? caller.sessionId : null;
  return { message: 'Sign this', data: factors.passkeys.request(sessionId) };
};

/** Gives no reason when a passkey is refused: the reason could reveal its owner. */
const logInWithPasskey: Command<'logInWithPasskey', AccountDeps> = async (context, work, deps) => {
  const { factors, sessions, domain, browsers, strict } = deps;
  const { body, request } = context;
  const used = await factors.passkeys.use(body.passkey, null);
  if (used === null) throw new Rejection('passkey-refused');
  const { proId, passkeyId } = used;
  context.concerns?.(proId);
  const { state } = await domain.pros.load(proId);
  if (state.status !== 'registered') throw new Rejection('passkey-refused');
  const access_token = await sessions.start(proId, loginOriginOf(request));
  // Ends the new session if the passkey was removed meanwhile: the first verification of an email
  // address removes all passkeys.
  if (!(await factors.passkeys.has(proId, passkeyId))) {
    const session = await sessions.authenticate(access_token);
    if (session) await sessions.end(session.sessionId);
    throw new Rejection('passkey-refused');
  }
  const browser = await browsers.find(proId, request.cookies);
  if (browser === null && strict) await meetBrowser({ context, proId }, work, deps);
  return { message: 'Logged in', access_token };
};

/** Logins without a password, and their challenges. */
export const passkeyHandlers = (deps: AccountDeps) => {
  const handle = handling(deps);
  return {
    beginPasskey: handle(beginPasskey),
    addPasskey: handle(addPasskey),
    renamePasskey: handle(renamePasskey),
    askForPasskey: handle(askForPasskey),
    logInWithPasskey: handle(logInWithPasskey),
  } satisfies Handlers;
};
