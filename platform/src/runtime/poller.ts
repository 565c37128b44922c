import { codeOf, type Log } from '../logging/log.ts';
import { repeat } from '../async/retry.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Looks again and again for what is due. */
export type Poller = Lifecycle & {
  /** One look; answers how much it came to. */
  poll(): Promise<number>;
};

type Options = {
  /** What it looks for, for the log. */
  name: string;
  /** Deals with up to `atOnce` of what is due, and answers how much that was. */
  look(atOnce: number): Promise<number>;
  /** Milliseconds from one look to the next. */
  pause: number;
  log: Log;
  /** 200 by default. */
  atOnce?: number;
};

/** Looks once a pause, and at once again while there is more than one look takes. A look that fails is made again. */
export const createPoller = ({ name, look, pause, log, atOnce = 200 }: Options): Poller => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const poll = () => look(atOnce);

  const { signal } = stopping;
  const all = async (): Promise<void> => {
    while ((await poll()) === atOnce && !signal.aborted);
  };
  const onFailure = (error: unknown) =>
    log.warn({ poller: name, code: codeOf(error) }, 'cannot look for what is due, trying again');

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
