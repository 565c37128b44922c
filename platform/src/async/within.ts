/** Something was not done in time; whether it is done later, nobody knows. */
export class TooSlow extends Error {
  constructor(what: string) {
    super(`${what} takes too long`);
    this.name = 'TooSlow';
  }
}

/** The promise, or a rejection with {@link TooSlow} where it takes longer than so many milliseconds. */
export const within = async <T>(milliseconds: number, promise: Promise<T>, what: string): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TooSlow(what)), milliseconds);
  // Nobody waits for it any more once the time is up.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};
