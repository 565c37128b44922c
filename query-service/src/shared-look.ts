/**
 * Shares looks: who asks is answered by one that began after they asked, and all who ask while one runs share the next.
 */
export const createSharedLook = <Found>(look: () => Promise<Found>): (() => Promise<Found>) => {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Found> | undefined;

  return () => {
    if (next) return next;
    const begin = (): Promise<Found> => {
      next = undefined;
      return look();
    };
    const planned = running.then(begin, begin);
    next = planned;
    running = planned;
    return planned;
  };
};
