import { useNavigate } from 'react-router';
import { call } from '../client.ts';
import { paths } from '../paths.ts';
import { clearToken } from '../session.ts';
import { forgetEverything } from './session.api.ts';

/** Goes to another screen with the session ended in this browser, and forgets all that was loaded. */
export const useLeave = (): ((path: string) => Promise<void>) => {
  const navigate = useNavigate();
  return async (path) => {
    // First the token, so that the screen arrived at finds nobody logged in; the data last, so that this one keeps it.
    clearToken();
    await navigate(path);
    await forgetEverything();
  };
};

/** How long a logout waits for the server, in milliseconds. */
const patience = 2000;

/** Ends the session here and on the server, and forgets all that was loaded. */
export const useLogOut = (): (() => Promise<void>) => {
  const leave = useLeave();
  return async () => {
    // The session ends in this browser even where the server can't be told, or takes its time.
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([call('logOut').catch(() => undefined), late]);
    await leave(paths.login);
  };
};
