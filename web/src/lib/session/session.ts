import { localStore } from '../state/storage.ts';

const tokenKey = 'visita.session';

/**
 * Token of this tab. Each tab keeps its own token, so that drafts of one account are never sent
 * with another account's token.
 */
let own: string | null = null;

/** Returns the token of the last login in any tab. */
export const readStoredToken = (): string | null => localStore.getItem(tokenKey);

/** Returns this tab's token: the stored one when first read, until the tab takes another. */
export const readToken = (): string | null => (own ??= readStoredToken());

export const adoptToken = (token: string): void => {
  own = token;
};

export const saveToken = (token: string): void => {
  own = token;
  localStore.setItem(tokenKey, token);
};

/** The last renewal of this tab's session. */
let renewal: { from: string | null; to: string } | null = null;

/** Replaces the token by another one of the same account. */
export const renewToken = (token: string, take: (token: string) => void): void => {
  const before = own;
  take(token);
  renewal = { from: before, to: token };
};

/** Returns whether the tab's token is another one of the same account, which replaced this one. */
export const isRenewed = (token: string | null): boolean =>
  renewal !== null && renewal.from === token && renewal.to === own;

/** Ends this tab's session, but not one that another tab started since. */
export const clearToken = (): void => {
  if (own === null || own === readStoredToken()) localStore.removeItem(tokenKey);
  own = null;
};

export const onTokenChange = (changed: () => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
};
