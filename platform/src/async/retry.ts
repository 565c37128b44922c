/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });

type Pauses = {
  /** Milliseconds after the first failure, doubled for each further one. */
  readonly pause: number;
  /** The longest of them, in milliseconds; `pause` by default. */
  readonly longest?: number;
};

/** How {@link retry} goes on after a failure. */
export type RetryOptions = Pauses & {
  /** Aborting it ends the attempts: the promise rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Is told of each failure, the first attempt being 1; what it throws ends the attempts. */
  onFailure?(error: unknown, attempt: number): void | Promise<void>;
};

const pauseAfter = ({ pause, longest = pause }: Pauses, failures: number): number =>
  Math.min(pause * 2 ** Math.min(failures - 1, 30), longest);

/** Does something until it succeeds. */
export const retry = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      await options.onFailure?.(error, attempt);
    }
    await sleep(pauseAfter(options, attempt), options.signal);
  }
};

/** How {@link repeat} goes on. */
export type RepeatOptions = Pauses & {
  readonly signal: AbortSignal;
  /** Is told of each failure but those after the signal aborted. */
  onFailure(error: unknown): void;
};

/**
 * Does something over and over until the signal aborts, with a pause each time. The pause grows while it fails; `work`
 * calls `progressed` where a later failure is the first again. Never rejects.
 */
export const repeat = async (
  work: (progressed: () => void) => Promise<unknown>,
  { signal, onFailure, ...pauses }: RepeatOptions,
): Promise<void> => {
  let failures = 0;
  const progressed = (): void => {
    failures = 0;
  };
  while (!signal.aborted) {
    try {
      await work(progressed);
      progressed();
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      onFailure(error);
    }
    await sleep(pauseAfter(pauses, Math.max(failures, 1)), signal);
  }
};
