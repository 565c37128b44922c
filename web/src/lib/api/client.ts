import * as routes from 'virtual:api-routes';
import { ApiError, createClient } from './api.ts';
import { watchedFetch } from './connection.ts';
import { askForProof, canAsk } from '../session/proof-again.ts';
import { reread, rereadLater } from './rereads.ts';
import { isRenewed, readToken } from '../session/session.ts';
import { tabStore } from '../state/storage.ts';
import { isTyping } from '../state/typing.ts';

const send = createClient({
  routes,
  token: readToken,
  positions: tabStore,
  onStale: rereadLater,
  fetch: watchedFetch,
  keeps: true,
});

let check: Promise<unknown> | null = null;

/** Verifies the session once for all calls refused together. */
const checkSession = (): void => {
  check ??= reread('authenticate').finally(() => (check = null));
};

/** Asks for the password after the session's end if a draft would be lost; returns whether it was given. */
export const hasProof = async (): Promise<boolean> => {
  if (canAsk() && isTyping()) return askForProof('ended');
  checkSession();
  return false;
};

/** Calls whose refusal does not mean that the session ended. */
const ownRefusals: readonly (keyof typeof routes)[] = ['authenticate', 'logIn', 'logOut'];

/** Returns whether a call was refused because its session ended. */
const isRefused = (name: keyof typeof routes, error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated' && !ownRefusals.includes(name);

/**
 * Returns the reason to ask for the password before a retry. After the session's end that applies to writes,
 * and to reads during a form; otherwise the session check redirects to the login.
 */
const reasonOf = (name: keyof typeof routes, error: unknown) => {
  if (!(error instanceof ApiError) || !canAsk()) return null;
  if (error.code === 'proof-again') return 'long-ago';
  if (!isRefused(name, error) || readToken() === null) return null;
  if (routes[name][0] !== 'GET' || isTyping()) return 'ended';
  checkSession();
  return null;
};

/**
 * Client of the dashboard: sends the session's token and keeps positions per tab. Asks for the password if a
 * call requires it. A refused call is sent once more if the session has been renewed since.
 */
export const call: typeof send = async (name, ...rest) => {
  const token = readToken();
  try {
    return await send(name, ...rest);
  } catch (error) {
    // The second factor has been required since the session was last read: the dashboard asks for
    // it.
    if (error instanceof ApiError && error.code === 'factor-asked') void reread('authenticate');
    if (isRenewed(token) && isRefused(name, error)) return send(name, ...rest);
    // After another login, the call would be sent in that account's name.
    if (token !== readToken()) throw error;
    const reason = reasonOf(name, error);
    if (reason === null || !(await askForProof(reason))) throw error;
    return send(name, ...rest);
  }
};
