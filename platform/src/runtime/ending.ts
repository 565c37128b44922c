import { TooSlow, within } from '../async/within.ts';

/** How long ends may take, and what they are called in the log. */
export type EndingOptions = {
  what: string;
  /** Milliseconds for all of them together. */
  patience: number;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
};

/** So long, in milliseconds, the last ones may take though others used the time up. */
const least = 500;

/**
 * Ends one after the other. Who takes too long is left to the end of the process, and who fails holds up no other: a
 * database that is away must not cut off those who are being answered. Answers the failures.
 */
export const endAll = async (
  ends: readonly (() => unknown)[],
  { what, patience, log }: EndingOptions,
): Promise<readonly unknown[]> => {
  const until = performance.now() + patience;
  const failures: unknown[] = [];
  for (const end of ends) {
    const ended = Promise.resolve().then(end);
    try {
      await within(Math.max(least, until - performance.now()), ended, what);
    } catch (error) {
      if (error instanceof TooSlow) {
        log.warn({ what }, 'ends without waiting any longer');
        continue;
      }
      log.error({ what, err: error }, 'cannot be ended in order');
      failures.push(error);
    }
  }
  return failures;
};
