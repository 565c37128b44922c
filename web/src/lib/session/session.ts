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

/** The last token of this tab that another one of the same account followed. */
let followed: { token: string | null; by: string } | null = null;

/** Takes another token of the same account. */
export const followWith = (token: string, take: (token: string) => void): void => {
  const before = own;
  take(token);
  followed = { token: before, by: token };
};

/** Returns whether this tab goes on with another token of the same account. */
export const isFollowed = (token: string | null): boolean =>
  followed !== null && followed.token === token && followed.by === own;

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
