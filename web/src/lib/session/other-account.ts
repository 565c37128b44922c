import { useSyncExternalStore } from 'react';

let there = false;
const listeners = new Set<() => void>();

/** Sets whether another tab has logged in to a different account. */
export const tellOtherAccount = (is: boolean): void => {
  there = is;
  for (const listen of listeners) listen();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

export const useOtherAccount = (): boolean => useSyncExternalStore(subscribe, () => there);
