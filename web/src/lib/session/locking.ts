import { useSyncExternalStore } from 'react';

let locking = false;
const listeners = new Set<() => void>();

/** Removes every screen from this document, before the login replaces it. */
export const beginLocking = (): void => {
  locking = true;
  for (const listen of listeners) listen();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

export const useLocking = (): boolean => useSyncExternalStore(subscribe, () => locking);
