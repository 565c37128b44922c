/** Tells those who wait that something is new. */
export type WakeUp = {
  /** How many wake-ups there were; take it before looking, so that one in between is not missed. */
  readonly count: () => number;
  readonly wake: () => void;
  /** Resolves once there were more than `seen`, the time (milliseconds) is up or the signal is given. */
  readonly wait: (seen: number, timeout: number, signal: AbortSignal) => Promise<void>;
};

/** Wake-ups within one process. */
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
