/** Returns a promise with its resolvers. Safari has `Promise.withResolvers` since 17.4. */
export const deferred = <T>() => {
  const settle = {} as { resolve: (value: T | PromiseLike<T>) => void; reject: (reason: unknown) => void };
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
};
