import type { UsedPasskey } from '@visita/contracts/api/passkeys';
import type { Pro } from '@visita/contracts/pro/views';
import { useEffect } from 'react';
import { mutate } from 'swr';
import { ApiError } from '../api/api.ts';
import { call } from '../api/client.ts';
import { clearAllButDrafts, dropDraftsOfOthers } from '../state/drafts.ts';
import { openByPasskey } from './passkeys.ts';
import { askForProof, canAsk, provenElsewhere } from '../session/proof-again.ts';
import { tellOtherAccount } from '../session/other-account.ts';
import {
  adoptToken,
  clearToken,
  onTokenChange,
  readStoredToken,
  readToken,
  saveToken,
} from '../session/session.ts';
import { isCall } from '../api/rereads.ts';
import { tabStore } from '../state/storage.ts';
import { isTyping } from '../state/typing.ts';
import { useCall } from '../api/use-call.ts';

const forgetAnswers = (): Promise<unknown> => mutate(() => true, undefined, { revalidate: false });

/** Ends the session in this browser, and forgets all that was loaded and typed. */
export const forgetEverything = async (): Promise<void> => {
  clearToken();
  tabStore.clear();
  await forgetAnswers();
};

const endedKey = 'visita.session-ended';

/** Whether the server refused this tab's last session, so that the login says so. */
export const hasEnded = (): boolean => tabStore.getItem(endedKey) !== null;

/** Forgets a session that has ended on the server; drafts wait for the next login of the same pro. */
const forgetSession = async (): Promise<void> => {
  clearToken();
  clearAllButDrafts();
  tabStore.setItem(endedKey, '1');
  await forgetAnswers();
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

type Authenticated = { message: string; data: Pro };

/** Goes on under another token of the same pro, whose browser it is again: what the screens have read and typed stays. */
const goOnWith = async (token: string, authenticated: Authenticated, take: (token: string) => void) => {
  await mutate(['authenticate', { token }], authenticated, { revalidate: false });
  take(token);
  tellOtherAccount(false);
  // What was refused meanwhile is read again, and what shows the session shows the next one.
  void mutate(() => true);
};

/**
 * Another tab has logged in or out. The same pro goes on here under the new token; where it is somebody else, this tab
 * stays with its own until it is loaded anew. After a logout it is loaded anew at once, or asks for the password over what
 * was typed. Who it is may be out of reach: then the tab stays with its own, too.
 */
const followOtherTab = async (proId: string | undefined): Promise<void> => {
  const token = readStoredToken();
  if (token !== null && token === readToken()) return tellOtherAccount(false);
  if (token === null && proId !== undefined && canAsk() && isTyping()) return void askForProof('ended');
  if (token === null) tabStore.clear();
  if (token === null || proId === undefined) return location.reload();
  const authenticated = await call('authenticate', { token }).catch(() => null);
  // A later login has its own turn.
  if (authenticated === null || token !== readStoredToken()) return;
  if (authenticated.data.id !== proId) return tellOtherAccount(true);
  await goOnWith(token, authenticated, adoptToken);
  provenElsewhere();
};

/**
 * Who is logged in. A failed check clears the login state; a failed connection does not. Where something typed would be
 * lost, the password is asked for over the page, which nobody sees meanwhile.
 */
export const useSession = (): Session => {
  const token = readToken();
  const { data, error, mutate: check } = useSessionCall();
  const refused = error?.status === 401;
  const held = refused && data !== undefined && canAsk() && isTyping();
  useEffect(() => {
    if (held) void askForProof('ended');
    else if (refused) void forgetSession();
  }, [held, refused]);
  const proId = data?.data.id;
  useEffect(() => onTokenChange(() => void followOtherTab(proId)), [proId]);
  if (!token || (refused && !held)) return { state: 'out' };
  if (data) return { state: 'in', pro: data.data };
  if (error) return { state: 'failed', error, retry: () => void check() };
  return { state: 'unknown' };
};

const enter = async (token: string): Promise<Pro> => {
  // The token is replaced at once: other tabs of the same pro would see its absence as the end of their session.
  clearAllButDrafts();
  await forgetAnswers();
  saveToken(token);
  const authenticated = await call('authenticate', { token });
  dropDraftsOfOthers(authenticated.data.id);
  await mutate(['authenticate', { token }], authenticated, { revalidate: false });
  return authenticated.data;
};

/** Logs in and answers with the pro, so that the caller can route by configStatus. */
export const logIn = async (body: { email: string; password: string; code?: string }): Promise<Pro> =>
  enter((await call('logIn', { body })).access_token);

/** The same by a passkey, which says itself whose it is: one that was used, or one that the browser asks for. */
export const logInByPasskey = async (used?: UsedPasskey): Promise<Pro> => enter(await openByPasskey(used));

const resume = async (pro: Pro, token: string): Promise<void> => {
  const authenticated = await call('authenticate', { token });
  if (authenticated.data.id !== pro.id) {
    await call('logOut', { token });
    throw new ApiError('passkey-refused', 'This passkey is another account’s.', 401);
  }
  await goOnWith(token, authenticated, saveToken);
};

/** Logs the same pro in once more, after their session has ended: what the screens have read and typed stays. */
export const resumeSession = async (pro: Pro, given: { password: string; code?: string }): Promise<void> =>
  resume(pro, (await call('logIn', { body: { email: pro.email, ...given } })).access_token);

/** The same by a passkey; refused where it is another account’s. */
export const resumeByPasskey = async (pro: Pro): Promise<void> => resume(pro, await openByPasskey());

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
