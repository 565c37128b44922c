/** Resolves after `milliseconds`, or when the signal aborts. */
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
  /** Pause in ms after the first failure, doubled for each further one. */
  readonly pause: number;
  /** Longest pause in ms; `pause` by default. */
  readonly longest?: number;
};

export type RetryOptions = Pauses & {
  /** Aborts the attempts: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with each failure; the first attempt is 1. If it throws, the attempts end. */
  onFailure?(error: unknown, attempt: number): void | Promise<void>;
};

const pauseAfter = ({ pause, longest = pause }: Pauses, failures: number): number =>
  Math.min(pause * 2 ** Math.min(failures - 1, 30), longest);

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

export type RepeatOptions = Pauses & {
  readonly signal: AbortSignal;
  /** Called with each failure before the signal aborts. */
  onFailure(error: unknown): void;
};

/**
 * Repeats work until the signal aborts, with a pause after each run that grows with consecutive failures. `work`
 * calls `progressed` to reset the pause. Never rejects.
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
