import * as routes from 'virtual:api-routes';
import { ApiError, createClient } from './api.ts';
import { watchedFetch } from './connection.ts';
import { askForProof, canAsk } from './proof-again.ts';
import { reread, rereadLater } from './rereads.ts';
import { readToken } from './session.ts';
import { tabStore } from './storage.ts';

const send = createClient({
  routes,
  token: readToken,
  positions: tabStore,
  onStale: rereadLater,
  fetch: watchedFetch,
  keeps: true,
});

/**
 * Why the password is asked for before a call is sent once more. What was typed is lost with the page, so a change that
 * meets the end of the session has it asked for in place; what is only read leads to the login.
 */
const reasonOf = (name: keyof typeof routes, error: unknown) => {
  if (!(error instanceof ApiError) || !canAsk()) return null;
  if (error.code === 'proof-again') return 'long-ago';
  const changes = routes[name][0] !== 'GET' && name !== 'logOut';
  return error.code === 'unauthenticated' && changes && readToken() !== null ? 'ended' : null;
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
