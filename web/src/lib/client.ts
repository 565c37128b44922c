import * as routes from 'virtual:api-routes';
import { ApiError, createClient } from './api.ts';
import { watchedFetch } from './connection.ts';
import { askForProof } from './proof-again.ts';
import { rereadLater } from './rereads.ts';
import { readToken } from './session.ts';

const send = createClient({
  routes,
  token: readToken,
  positions: sessionStorage,
  onStale: rereadLater,
  fetch: watchedFetch,
  keeps: true,
});

/** The dashboard's client: the session's token, positions kept per tab. What asks for the password again gets it. */
export const call: typeof send = async (name, ...rest) => {
  try {
    return await send(name, ...rest);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'proof-again') || !(await askForProof())) throw error;
    return send(name, ...rest);
  }
};
