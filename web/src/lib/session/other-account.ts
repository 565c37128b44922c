import { useSyncExternalStore } from 'react';

let there = false;
const listeners = new Set<() => void>();

/** Says whether another account has logged in elsewhere, while this tab still belongs to its own. */
export const tellOtherAccount = (is: boolean): void => {
  there = is;
  for (const listen of listeners) listen();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

export const useOtherAccount = (): boolean => useSyncExternalStore(subscribe, () => there);
