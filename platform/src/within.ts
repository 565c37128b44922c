/** The promise, or a rejection where it takes longer than so many milliseconds. */
export const within = async <T>(milliseconds: number, promise: Promise<T>, what: string): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`${what} takes too long`)), milliseconds);
  // Nobody waits for it any more once the time is up.
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};
