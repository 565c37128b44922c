import { codeOf, type Log } from '../logging/log.ts';
import { repeat } from '../async/retry.ts';
import type { Lifecycle } from './lifecycle.ts';

export type Poller = Lifecycle & {
  /** Polls once; returns the number of items processed. */
  poll(): Promise<number>;
};

type Options = {
  /** Name of the work in the log. */
  name: string;
  /** Processes up to `atOnce` due items; returns their number. */
  look(atOnce: number): Promise<number>;
  /** Ms between polls. */
  pause: number;
  log: Log;
  /** 200 by default. */
  atOnce?: number;
};

/** Creates a poller: polls once per pause, and again at once after a full batch. Failures are logged and retried. */
export const createPoller = ({ name, look, pause, log, atOnce = 200 }: Options): Poller => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const poll = () => look(atOnce);

  const { signal } = stopping;
  const all = async (): Promise<void> => {
    while ((await poll()) === atOnce && !signal.aborted);
  };
  const onFailure = (error: unknown) =>
    log.warn({ poller: name, code: codeOf(error) }, 'polling failed: trying again');

  return {
    poll,
    start: () => {
      running = repeat(all, { pause, signal, onFailure });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
