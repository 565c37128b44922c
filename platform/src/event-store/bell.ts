/** Tells those who wait that something is new. */
export type Bell = {
  /** How often it rang; take it before looking, so that a ring in between is not missed. */
  readonly rung: () => number;
  readonly ring: () => void;
  /** Resolves once it rang more often than `seen`, the time (milliseconds) is up or the signal is given. */
  readonly wait: (seen: number, timeout: number, signal: AbortSignal) => Promise<void>;
};

/** A bell of one process. */
export const createBell = (): Bell => {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    rung: () => count,
    ring: () => {
      count += 1;
      for (const wake of waiting) wake();
    },
    wait: (seen, timeout, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, timeout);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
        if (count !== seen || signal.aborted) wake();
      }),
  };
};
