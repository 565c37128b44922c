import type { Pro } from '@visita/contracts/pro/views';
import { useEffect } from 'react';
import { mutate } from 'swr';
import { ApiError } from '../api.ts';
import { call } from '../client.ts';
import { clearToken, onTokenChange, readToken, saveToken } from '../session.ts';
import { isCall } from '../rereads.ts';
import { useCall } from '../use-call.ts';

/** Ends the session in this browser and forgets all that was loaded. */
export const forgetEverything = async (): Promise<void> => {
  clearToken();
  sessionStorage.clear();
  await mutate(() => true, undefined, { revalidate: false });
};

export type Session =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'in'; pro: Pro };

/** The check of the session, by which the pro is read. */
export const useSessionCall = () => {
  const token = readToken();
  return useCall('authenticate', token ? { token } : null);
};

/** Who is logged in. A failed check clears the login state; a failed connection does not. */
export const useSession = (): Session => {
  const token = readToken();
  const { data, error, mutate: check } = useSessionCall();
  const refused = error?.status === 401;
  useEffect(() => {
    if (refused) void forgetEverything();
  }, [refused]);
  useEffect(() => onTokenChange(() => location.reload()), []);
  if (!token || refused) return { state: 'out' };
  if (data) return { state: 'in', pro: data.data };
  if (error) return { state: 'failed', error, retry: () => void check() };
  return { state: 'unknown' };
};

/** Logs in and answers with the pro, so that the caller can route by configStatus. */
export const logIn = async (body: { email: string; password: string; code?: string }): Promise<Pro> => {
  const { access_token: token } = await call('logIn', { body });
  await forgetEverything();
  saveToken(token);
  const authenticated = await call('authenticate', { token });
  await mutate(['authenticate', { token }], authenticated, { revalidate: false });
  return authenticated.data;
};

type Authenticated = { message: string; data: Pro };

/** Changes the session's pro as they are by now, unless somebody else is logged in meanwhile. */
export const changePro = async (id: string, change: (pro: Pro) => Pro): Promise<void> => {
  await mutate<Authenticated>(
    isCall('authenticate'),
    (cached) => (cached?.data.id === id ? { ...cached, data: change(cached.data) } : cached),
    { revalidate: false },
  );
};

/** Puts a changed pro in place of the session's. */
export const rememberPro = (pro: Pro): Promise<void> => changePro(pro.id, () => pro);
