/** A timeout. The operation may still complete. */
export class TooSlow extends Error {
  constructor(what: string) {
    super(`${what} takes too long`);
    this.name = 'TooSlow';
  }
}

/** Returns the promise's result; rejects with {@link TooSlow} after `milliseconds`. */
export const within = async <T>(milliseconds: number, promise: Promise<T>, what: string): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TooSlow(what)), milliseconds);
  // A rejection after the timeout must not be unhandled.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};
