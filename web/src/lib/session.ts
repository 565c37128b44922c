const tokenKey = 'visita.session';

/** The session's token in the browser's storage, shared by all tabs. */
export const readToken = (): string | null => localStorage.getItem(tokenKey);

export const saveToken = (token: string): void => localStorage.setItem(tokenKey, token);

export const clearToken = (): void => localStorage.removeItem(tokenKey);

/** Calls back when another tab logs in or out. */
export const onTokenChange = (changed: () => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
};
