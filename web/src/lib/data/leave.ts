import { call } from '../api/client.ts';
import { paths } from '../page/paths.ts';
import { clearToken } from '../session/session.ts';
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

/** Ends the session here and on the server, and clears all loaded data. */
export const logOut = async (): Promise<void> => {
  // Ends the session in this browser even if the server is slow or unreachable.
  const late = new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs));
  await Promise.race([call('logOut').catch(() => undefined), late]);
  await leave(paths.login);
};
