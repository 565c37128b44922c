import { useSyncExternalStore } from 'react';
import { deferred } from '../compat/deferred.ts';

/** Why the password is asked for: it was given long ago, or the session has ended while something was being typed. */
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

/** Has the password asked for; whether it was given. Who asks for the same meanwhile gets the same answer. */
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

/** The session that ended goes on: it was proven in another tab. */
export const provenElsewhere = (): void => {
  if (asking?.reason === 'ended') asking.end(true);
};

/** Whether this document has somebody who asks: the dashboard has. */
export const canAsk = (): boolean => listeners.size > 0;

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** What is asked, and what is told once the password was given or not; null while nobody asks for it. */
export const useAsking = (): Asking | null => useSyncExternalStore(subscribe, () => asking);
