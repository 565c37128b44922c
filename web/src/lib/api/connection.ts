import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { mutate } from 'swr';
import { takePrefetched } from './prefetch.ts';
import { isFromProxy } from './api.ts';

/** `lost` once neither a call nor the health check succeeded; `since` is the time of the last response. */
type Connection = { state: 'ok' } | { state: 'lost'; since: Date | null };

const ok: Connection = { state: 'ok' };
const connectionAtom = atom<Connection>(ok);
const answeredAtom = atom<Date | null>(null);

/** Milliseconds to wait for a response, and before the next attempt. */
const retryDelayMs = 5000;

const { get, set } = getDefaultStore();

let gone = 0;

/** Checks the service's health. A response from before an `offline` event does not count. */
const answers = async (): Promise<boolean> => {
  const before = gone;
  const answered = await fetch('/api/health/live', {
    cache: 'no-store',
    signal: AbortSignal.timeout(retryDelayMs),
  }).then(
    (response) => response.ok,
    () => false,
  );
  return answered && gone === before;
};

export const found = (): void => {
  set(answeredAtom, new Date());
  if (get(connectionAtom).state === 'ok') return;
  set(connectionAtom, ok);
  // Data may have changed in the meantime.
  void mutate(() => true);
};

const lost = (): void => {
  if (get(connectionAtom).state === 'lost') return;
  set(connectionAtom, { state: 'lost', since: get(answeredAtom) });
  const ask = async () => {
    if (await answers()) found();
    else setTimeout(() => void ask(), retryDelayMs);
  };
  setTimeout(() => void ask(), retryDelayMs);
};

/**
 * While the connection is lost, a response may come from a cache or be old, so the service's health is
 * checked.
 */
const heard = async (): Promise<void> => {
  if (get(connectionAtom).state === 'ok' || (await answers())) found();
};

/** Reports a failed request; the connection is lost if the health check fails too. */
export const doubt = async (): Promise<void> => {
  if (get(connectionAtom).state === 'ok' && !(await answers())) lost();
};

/** `fetch` that reports every outcome. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = (await takePrefetched(input, init)) ?? (await fetch(input, init));
    if (isFromProxy(response.status)) void doubt();
    else void heard();
    return response;
  } catch (error) {
    void doubt();
    throw error;
  }
};

/** Listens to the browser's online and offline events. */
export const watchConnection = (): void => {
  addEventListener('offline', () => {
    gone += 1;
    lost();
  });
  addEventListener('online', () => void answers().then((answered) => answered && found()));
  if (!navigator.onLine) lost();
};

export const useConnection = (): Connection => useAtomValue(connectionAtom, { store: getDefaultStore() });
