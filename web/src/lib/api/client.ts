import * as routes from 'virtual:api-routes';
import { ApiError, createClient } from './api.ts';
import { watchedFetch } from './connection.ts';
import { askForProof, canAsk } from '../session/proof-again.ts';
import { reread, rereadLater } from './rereads.ts';
import { readToken } from '../session/session.ts';
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

/** Checks the session once for all the calls that are refused together. */
const checkSession = (): void => {
  check ??= reread('authenticate').finally(() => (check = null));
};

/** Asks for the password after the end of a session where something typed would be lost; answers whether it was given. */
export const hasProof = async (): Promise<boolean> => {
  if (canAsk() && isTyping()) return askForProof('ended');
  checkSession();
  return false;
};

/** The calls whose refusal says nothing new of the session. */
const ownRefusals: readonly (keyof typeof routes)[] = ['authenticate', 'logIn', 'logOut'];

/**
 * Returns why the password is asked for before a call is sent once more. After the end of the session that is so for
 * changes, and for reads where something typed would be lost; without it the check of the session leads to the login.
 */
const reasonOf = (name: keyof typeof routes, error: unknown) => {
  if (!(error instanceof ApiError) || !canAsk()) return null;
  if (error.code === 'proof-again') return 'long-ago';
  if (error.code !== 'unauthenticated' || ownRefusals.includes(name) || readToken() === null) return null;
  if (routes[name][0] !== 'GET' || isTyping()) return 'ended';
  checkSession();
  return null;
};

/** The dashboard's client: the session's token, positions kept per tab. What asks for the password again gets it. */
export const call: typeof send = async (name, ...rest) => {
  try {
    return await send(name, ...rest);
  } catch (error) {
    // Asked for since the session was last looked at: the dashboard gives way.
    if (error instanceof ApiError && error.code === 'factor-asked') void reread('authenticate');
    const reason = reasonOf(name, error);
    if (reason === null || !(await askForProof(reason))) throw error;
    return send(name, ...rest);
  }
};
