import * as routes from 'virtual:api-routes';
import { createClient } from './api.ts';
import { watchedFetch } from './connection.ts';
import { rereadLater } from './rereads.ts';
import { readToken } from './session.ts';

/** The dashboard's client: the session's token, positions kept per tab. */
export const call = createClient({
  routes,
  token: readToken,
  positions: sessionStorage,
  onStale: rereadLater,
  fetch: watchedFetch,
});
