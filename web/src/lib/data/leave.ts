import { call } from '../api/client.ts';
import { paths } from '../page/paths.ts';
import { clearToken } from '../session/session.ts';
import { tabStore } from '../state/storage.ts';

/** Goes to a page of the entrance with the session ended in this browser; what was loaded goes with this document. */
export const leave = (path: string): Promise<never> => {
  // First the way: a screen that is drawn without a token leads to the login instead.
  location.assign(path);
  clearToken();
  tabStore.clear();
  // Nothing is left to be done here.
  return new Promise(() => undefined);
};

/** How long a logout waits for the server, in milliseconds. */
const patience = 2000;

/** Ends the session here and on the server, and forgets all that was loaded. */
export const logOut = async (): Promise<void> => {
  // The session ends in this browser even where the server can't be told, or takes its time.
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([call('logOut').catch(() => undefined), late]);
  await leave(paths.login);
};
