/** Notifies waiting readers of news. */
export type WakeUp = {
  /** Number of wake-ups so far. Read it before looking for news, so that none is missed. */
  readonly count: () => number;
  readonly wake: () => void;
  /** Resolves when there were more than `seen` wake-ups, after `timeout` ms, or when the signal is aborted. */
  readonly wait: (seen: number, timeout: number, signal: AbortSignal) => Promise<void>;
};

export const createWakeUp = (): WakeUp => {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    count: () => count,
    wake: () => {
      count += 1;
      for (const resume of waiting) resume();
    },
    wait: (seen, timeout, signal) =>
      new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          signal.removeEventListener('abort', resume);
          resolve();
        };
        const timer = setTimeout(resume, timeout);
        waiting.add(resume);
        signal.addEventListener('abort', resume);
        if (count !== seen || signal.aborted) resume();
      }),
  };
};
