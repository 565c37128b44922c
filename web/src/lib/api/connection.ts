import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { mutate } from 'swr';
import { takePrefetched } from './prefetch.ts';
import { isFromProxy } from './api.ts';

/** `lost` once neither a call nor a question of ours was answered; `since` is when the last answer came. */
type Connection = { state: 'ok' } | { state: 'lost'; since: Date | null };

const ok: Connection = { state: 'ok' };
const connectionAtom = atom<Connection>(ok);
const answeredAtom = atom<Date | null>(null);

/** How long to wait for an answer, and before asking again, in milliseconds. */
const patience = 5000;

const { get, set } = getDefaultStore();

/** How often the browser has said that its network is gone. */
let gone = 0;

/** Whether the service answers. An answer from before the network went says nothing. */
const answers = async (): Promise<boolean> => {
  const before = gone;
  const answered = await fetch('/api/health/live', {
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  }).then(
    (response) => response.ok,
    () => false,
  );
  return answered && gone === before;
};

/** To be told of every sign that the service answers. */
export const found = (): void => {
  set(answeredAtom, new Date());
  if (get(connectionAtom).state === 'ok') return;
  set(connectionAtom, ok);
  // What could not be read meanwhile, or may have changed.
  void mutate(() => true);
};

const lost = (): void => {
  if (get(connectionAtom).state === 'lost') return;
  set(connectionAtom, { state: 'lost', since: get(answeredAtom) });
  const ask = async () => {
    if (await answers()) found();
    else setTimeout(() => void ask(), patience);
  };
  setTimeout(() => void ask(), patience);
};

/** An answer while the connection is lost may come from the browser's memory, or be of before: the server is asked whether it is back. */
const heard = async (): Promise<void> => {
  if (get(connectionAtom).state === 'ok' || (await answers())) found();
};

/** To be told of every sign that it does not: the connection is lost when nothing else is answered either. */
export const doubt = async (): Promise<void> => {
  if (get(connectionAtom).state === 'ok' && !(await answers())) lost();
};

/** `fetch`, watched: whether the service can be reached is learned from every call. */
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

/** Listens to what the browser knows about its network. */
export const watchConnection = (): void => {
  addEventListener('offline', () => {
    gone += 1;
    lost();
  });
  addEventListener('online', () => void answers().then((answered) => answered && found()));
  if (!navigator.onLine) lost();
};

export const useConnection = (): Connection => useAtomValue(connectionAtom, { store: getDefaultStore() });
