import type { CallName } from '@visita/contracts/api/table';
import { mutate } from 'swr';

/** Returns a matcher of a call's cached responses. */
export const isCall =
  (name: CallName) =>
  (key: unknown): boolean =>
    Array.isArray(key) && key[0] === name;

/** Milliseconds before a stale response is read again. */
export const rereadDelayMs = 5000;

const waiting = new Set<CallName>();

/** Reads a call again after a delay, because its response was stale. */
export const rereadLater = (name: CallName): void => {
  if (waiting.has(name)) return;
  waiting.add(name);
  setTimeout(() => {
    waiting.delete(name);
    void mutate(isCall(name));
  }, rereadDelayMs);
};

export const reread = (name: CallName): Promise<unknown> => mutate(isCall(name));
