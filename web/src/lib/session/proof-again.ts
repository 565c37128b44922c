import { useSyncExternalStore } from 'react';
import { deferred } from '../compat/deferred.ts';

/** Reason to ask for the password: it was given long ago, or the session ended during a form. */
type Reason = 'long-ago' | 'ended';

type Asking = {
  readonly reason: Reason;
  readonly end: (proven: boolean) => void;
  readonly proof: Promise<boolean>;
};

let asking: Asking | null = null;
const listeners = new Set<() => void>();

const set = (next: Asking | null): void => {
  asking = next;
  for (const listen of listeners) listen();
};

/** Asks for the password; resolves to whether it was given. Concurrent callers share the answer. */
export const askForProof = (reason: Reason): Promise<boolean> => {
  if (asking?.reason === reason) return asking.proof;
  asking?.end(false);
  const { promise: proof, resolve } = deferred<boolean>();
  const end = (proven: boolean) => {
    set(null);
    resolve(proven);
  };
  set({ reason, end, proof });
  return proof;
};

/** The ended session continues, because the password was given in another tab. */
export const provenElsewhere = (): void => {
  if (asking?.reason === 'ended') asking.end(true);
};

/** Returns whether this document can show the password dialog, as the dashboard does. */
export const canAsk = (): boolean => listeners.size > 0;

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Returns the pending password request; null if there is none. */
export const useAsking = (): Asking | null => useSyncExternalStore(subscribe, () => asking);
