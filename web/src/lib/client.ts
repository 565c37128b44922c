import { createClient } from './api.ts';
import { readToken } from './session.ts';

/** The dashboard's client: the session's token, positions kept per tab. */
export const call = createClient({ token: readToken, positions: sessionStorage });
