import { TooSlow, within } from '../async/within.ts';

/** Timeout of the shutdown, and its name in the log. */
export type EndingOptions = {
  what: string;
  /** Ms for all ends together. */
  patience: number;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
};

/** Ms that each end gets even if the others have used up the time. */
const minimumEach = 500;

/**
 * Ends parts one after the other; returns the failures. A part that takes too long is abandoned. A
 * failure does not prevent the other ends: a database that is down must not cut off running
 * requests.
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
      await within(Math.max(minimumEach, until - performance.now()), ended, what);
    } catch (error) {
      if (error instanceof TooSlow) {
        log.warn({ what }, 'shutdown timed out: ending now');
        continue;
      }
      log.error({ what, err: error }, 'cannot be stopped');
      failures.push(error);
    }
  }
  return failures;
};
