/**
 * Shares reads between callers: a caller gets a read that began after its call. Calls during a
 * read, or in one turn of the event loop, share the next read.
 */
export const createSharedLook = <Found>(look: () => Promise<Found>): (() => Promise<Found>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Found> | undefined;

  return () => {
    if (next) return next;
    const begin = async (): Promise<Found> => {
      await new Promise(setImmediate);
      next = undefined;
      return look();
    };
    const planned = running.then(begin, begin);
    next = planned;
    running = planned;
    return planned;
  };
};
