import { useSyncExternalStore } from 'react';

type Asking = (proven: boolean) => void;

let asking: Asking | null = null;
const listeners = new Set<() => void>();

const set = (next: Asking | null): void => {
  asking = next;
  for (const listen of listeners) listen();
};

/** Has the password asked for; whether it was given. */
export const askForProof = (): Promise<boolean> =>
  new Promise((resolve) => {
    asking?.(false);
    set((proven) => {
      set(null);
      resolve(proven);
    });
  });

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** What is told once the password was given or not; null while nobody asks for it. */
export const useAsking = (): Asking | null => useSyncExternalStore(subscribe, () => asking);
