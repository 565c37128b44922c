import { call } from '../api/client.ts';
import { paths } from '../page/paths.ts';
import { setLocked } from '../session/desk.ts';
import { beginLocking } from '../session/locking.ts';
import { clearToken, readToken } from '../session/session.ts';
import { clearAllButDrafts } from '../state/drafts.ts';
import { tabStore } from '../state/storage.ts';

/**
 * Navigates to a page of the entrance and ends the session in this browser; loaded data goes with the
 * document.
 */
export const leave = (path: string): Promise<never> => {
  // The page navigates before the session ends, because a screen rendered without a token redirects
  // to the login.
  location.assign(path);
  clearToken();
  tabStore.clear();
  // The document is being unloaded.
  return new Promise(() => undefined);
};

const logoutTimeoutMs = 2000;

/** Ends a session on the server; resolves even if the server is slow or unreachable. */
const endSession = async (token: string): Promise<void> => {
  const late = new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs));
  await Promise.race([call('logOut', { token }).catch(() => undefined), late]);
};

/** Ends the session here and on the server, and clears all loaded data. */
export const logOut = async (): Promise<void> => {
  await endSession(readToken() ?? '');
  await leave(paths.login);
};

/**
 * Hides all content of this browser at once, ends the session and opens the login. Drafts wait for the same account's
 * next login in this tab.
 */
export const lock = async (): Promise<void> => {
  const token = readToken();
  if (token === null) return;
  beginLocking();
  setLocked(true);
  clearToken();
  clearAllButDrafts();
  await endSession(token);
  location.replace(paths.login);
};
