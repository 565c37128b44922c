import type { AccountDeps } from './deps.ts';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import type { RecoveryDeps } from './recovery.ts';
import { beginTry } from './tries.ts';

const getSessions: Command<'getSessions', RecoveryDeps> = async ({ caller }, _work, { sessions, feeds }) => {
  const { proId, sessionId } = proOf(caller);
  const [open, calendarFeed] = await Promise.all([sessions.list(proId), feeds.has(proId)]);
  const data = open.map(({ sessionId: id, started, lastSeen, browser, network }) => ({
    id,
    browser,
    network,
    started: started.toISOString(),
    lastSeen: lastSeen.toISOString(),
    current: id === sessionId,
  }));
  return { message: 'Sessions', data, calendarFeed };
};

const endSession: Command<'endSession', AccountDeps> = async ({ params, caller }, _work, { sessions }) => {
  const { proId } = proOf(caller);
  if (!(await sessions.endOne({ proId, sessionId: params.id }))) throw new Rejection('not-found');
  return { message: 'Session ended', data: null };
};

/** Ends the caller's other sessions and calendar feeds: a stranger's session could have created one. */
const endOtherSessions: Command<'endOtherSessions', RecoveryDeps> = async ({ caller }, { execute }, deps) => {
  const session = proOf(caller);
  await deps.sessions.endOthers(session);
  await deps.feeds.remove(session.proId);
  const { strict } = deps;
  await execute(deps.domain.pros, session.proId, { type: 'end-sessions', strict });
  return { message: 'Sessions ended', data: null };
};

const reviewAccount: Command<'reviewAccount', AccountDeps> = async (
  { body, caller },
  { execute },
  { domain },
) => {
  await execute(domain.pros, proOf(caller).proId, { type: 'review-account', keep: body.keep });
  return { message: body.keep ? 'Kept' : 'Ended', data: null };
};

/**
 * Prevents guessing the password with a stolen session: too many attempts, from anywhere, end the session.
 */
const guessing = async (
  sessionId: string,
  work: UnitOfWork,
  deps: RecoveryDeps,
): Promise<(() => Promise<void>) | null> => {
  if (!deps.strict) return null;
  const { tried, free, succeeded } = await beginTry(`session ${sessionId}`, work, deps);
  if ('wait' in tried || tried.number > free) {
    await deps.sessions.end(sessionId);
    throw new Rejection('unauthenticated');
  }
  return succeeded;
};

const proveSession: Command<'proveSession', RecoveryDeps> = async ({ body, caller }, work, deps) => {
  const { proId, sessionId } = proOf(caller);
  if ('passkey' in body) {
    const used = await deps.factors.passkeys.use(body.passkey, sessionId);
    if (used?.proId !== proId) throw new Rejection('passkey-refused');
  } else {
    const succeeded = await guessing(sessionId, work, deps);
    if (!(await deps.credentials.verify(proId, body.password))) throw new Rejection('wrong-credentials');
    await succeeded?.();
  }
  await deps.sessions.prove(sessionId);
  return { message: 'Proven', data: null };
};

/** Returns the handlers that list, end and confirm a pro's open sessions. */
export const sessionHandlers = (deps: RecoveryDeps) => {
  const handle = handling(deps);
  return {
    getSessions: handle(getSessions),
    endSession: handle(endSession),
    endOtherSessions: handle(endOtherSessions),
    reviewAccount: handle(reviewAccount),
    proveSession: handle(proveSession),
  } satisfies Handlers;
};
