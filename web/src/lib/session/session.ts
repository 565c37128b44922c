import { localStore } from '../state/storage.ts';

const tokenKey = 'visita.session';

/** The token that this tab works with: what is typed under one account is never sent under another tab's. */
let own: string | null = null;

/** The token of the last login, in any tab. */
export const readStoredToken = (): string | null => localStore.getItem(tokenKey);

/** The session's token of this tab: the browser's when it was first read, until the tab takes another. */
export const readToken = (): string | null => (own ??= readStoredToken());

/** Goes on with a token that is in the browser's storage already. */
export const adoptToken = (token: string): void => {
  own = token;
};

export const saveToken = (token: string): void => {
  own = token;
  localStore.setItem(tokenKey, token);
};

/** Ends this tab's session; one that began in another tab meanwhile goes on there. */
export const clearToken = (): void => {
  if (own === null || own === readStoredToken()) localStore.removeItem(tokenKey);
  own = null;
};

/** Calls back when another tab logs in or out. */
export const onTokenChange = (changed: () => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
};
