import type { CallName } from '@visita/contracts/api/table';
import { mutate } from 'swr';

/** True for every cached answer of one call, whatever its parameters. */
export const isCall =
  (name: CallName) =>
  (key: unknown): boolean =>
    Array.isArray(key) && key[0] === name;

/** How long the read models get to catch up before an answer is asked for again, in milliseconds. */
export const patience = 5000;

const waiting = new Set<CallName>();

/** Reads a call again after a while, because its answer lacked what was written before. */
export const rereadLater = (name: CallName): void => {
  if (waiting.has(name)) return;
  waiting.add(name);
  setTimeout(() => {
    waiting.delete(name);
    void mutate(isCall(name));
  }, patience);
};

/** Reads a call again now, wherever it is shown. */
export const reread = (name: CallName): Promise<unknown> => mutate(isCall(name));
