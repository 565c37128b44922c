import type { UsedPasskey } from '@visita/contracts/api/passkeys';
import type { Pro } from '@visita/contracts/pro/views';
import { useEffect } from 'react';
import { mutate } from 'swr';
import { ApiError } from '../api/api.ts';
import { call } from '../api/client.ts';
import { clearAllButDrafts, dropDraftsOfOthers } from '../state/drafts.ts';
import { openByPasskey } from './passkeys.ts';
import { askForProof, canAsk, provenElsewhere } from '../session/proof-again.ts';
import { isLocked, isOnDesk, list, markUsed, setLocked } from '../session/desk.ts';
import { tellOtherAccount } from '../session/other-account.ts';
import {
  adoptToken,
  clearToken,
  renewToken,
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

/** Ends the session in this browser, and clears all loaded data and drafts. */
export const forgetEverything = async (): Promise<void> => {
  clearToken();
  tabStore.clear();
  await forgetAnswers();
};

const endedKey = 'visita.session-ended';

/** Returns whether the server ended this tab's last session, which the login explains. */
export const hasEnded = (): boolean => tabStore.getItem(endedKey) !== null;

/** Clears an ended session; drafts wait for the same account's next login. */
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

/** Reads the session with its professional. */
export const useSessionCall = () => {
  const token = readToken();
  return useCall('authenticate', token ? { token } : null);
};

type Authenticated = { message: string; data: Pro };

/** Continues with another token of the same account, keeping loaded data and drafts. */
const goOnWith = async (token: string, authenticated: Authenticated, take: (token: string) => void) => {
  await mutate(['authenticate', { token }], authenticated, { revalidate: false });
  renewToken(token, take);
  tellOtherAccount(false);
  // Reads everything again that was refused, and the new session.
  void mutate(() => true);
};

/**
 * Handles a login or logout in another tab. If the account is the same, this tab continues with the new
 * token; another account leaves it unchanged until a reload. After a logout it reloads at once, or asks for
 * the password if there is a draft; after a lock it reloads in any case. If the account cannot be read, the tab keeps its token.
 */
const followOtherTab = async (proId: string | undefined): Promise<void> => {
  const token = readStoredToken();
  if (token !== null && token === readToken()) return tellOtherAccount(false);
  if (token === null && isLocked()) {
    clearAllButDrafts();
    return location.reload();
  }
  if (token === null && proId !== undefined && canAsk() && isTyping()) return void askForProof('ended');
  if (token === null) tabStore.clear();
  if (token === null || proId === undefined) return location.reload();
  const authenticated = await call('authenticate', { token }).catch(() => null);
  // A later login is handled by its own event.
  if (authenticated === null || token !== readStoredToken()) return;
  if (authenticated.data.id !== proId) return tellOtherAccount(true);
  await goOnWith(token, authenticated, adoptToken);
  provenElsewhere();
};

/**
 * The logged-in professional. A failed check ends the session, a failed connection does not. If a draft would
 * be lost, the password is asked for over a hidden page.
 */
export const useSession = (): Session => {
  const token = readToken();
  const { data, error, mutate: check } = useSessionCall();
  const refused = error?.status === 401;
  const held = refused && data !== undefined && canAsk() && isTyping();
  useEffect(() => {
    // Another tab may have renewed the session.
    if (token !== readToken()) return;
    if (held) void askForProof('ended');
    else if (refused) void forgetSession();
  }, [held, refused, token]);
  const proId = data?.data.id;
  useEffect(() => onTokenChange(() => void followOtherTab(proId)), [proId]);
  if (!token || (refused && !held)) return { state: 'out' };
  if (data) return { state: 'in', pro: data.data };
  if (error) return { state: 'failed', error, retry: () => void check() };
  return { state: 'unknown' };
};

const enter = async (token: string): Promise<Pro> => {
  // Replaces the token without a moment in between: other tabs would take its absence for a logout.
  clearAllButDrafts();
  await forgetAnswers();
  setLocked(false);
  markUsed();
  saveToken(token);
  const authenticated = await call('authenticate', { token });
  if (isOnDesk(authenticated.data.id)) list(authenticated.data);
  dropDraftsOfOthers(authenticated.data.id);
  await mutate(['authenticate', { token }], authenticated, { revalidate: false });
  return authenticated.data;
};

/** Logs in; returns the professional, whose configStatus determines the next screen. */
export const logIn = async (body: { email: string; password: string; code?: string }): Promise<Pro> =>
  enter((await call('logIn', { body })).access_token);

/** Logs in with a passkey that was used, or one that the browser asks for. */
export const logInByPasskey = async (used?: UsedPasskey): Promise<Pro> => enter(await openByPasskey(used));

const resume = async (pro: Pro, token: string): Promise<void> => {
  const authenticated = await call('authenticate', { token });
  if (authenticated.data.id !== pro.id) {
    await call('logOut', { token });
    throw new ApiError('passkey-refused', 'This passkey is another account’s.', 401);
  }
  await goOnWith(token, authenticated, saveToken);
};

/** Logs the same account in again after its session ended, keeping loaded data and drafts. */
export const resumeSession = async (pro: Pro, given: { password: string; code?: string }): Promise<void> =>
  resume(pro, (await call('logIn', { body: { email: pro.email, ...given } })).access_token);

/** Logs the same account in again by a passkey; refuses another account's passkey. */
export const resumeByPasskey = async (pro: Pro): Promise<void> => resume(pro, await openByPasskey());

/** Changes the session's professional, unless another account is logged in by now. */
export const changePro = async (id: string, change: (pro: Pro) => Pro): Promise<void> => {
  await mutate<Authenticated>(
    isCall('authenticate'),
    (cached) => (cached?.data.id === id ? { ...cached, data: change(cached.data) } : cached),
    { revalidate: false },
  );
};

export const rememberPro = (pro: Pro): Promise<void> => changePro(pro.id, () => pro);
