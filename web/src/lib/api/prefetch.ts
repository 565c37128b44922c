type Prefetched = { bearer: string | null; at: number; response: Promise<Response> };

/** Requests sent while the scripts that need them are still loading, by address. */
const prefetched = new Map<string, Prefetched>();

/** Milliseconds for which a response may be used. */
const lifetime = 30_000;

const bearerOf = (init: RequestInit | undefined): string | null =>
  new Headers(init?.headers).get('authorization');

export const prefetch = (address: string, init?: RequestInit): void => {
  const response = fetch(address, init);
  // The code that needs the response requests it again.
  response.catch(() => undefined);
  prefetched.set(address, { bearer: bearerOf(init), at: performance.now(), response });
};

/** Returns whether a prefetched request below a path has not been used yet. */
export const isPrefetched = (path: string): boolean =>
  [...prefetched.keys()].some((address) => address.startsWith(path));

export const dropPrefetched = (): void => prefetched.clear();

/** Returns a prefetched response: once, in the same session, if successful. Any change discards all of them. */
export const takePrefetched = async (
  address: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response | undefined> => {
  if ((init?.method ?? 'GET') !== 'GET') dropPrefetched();
  const found = typeof address === 'string' ? prefetched.get(address) : undefined;
  if (!found || typeof address !== 'string') return undefined;
  prefetched.delete(address);
  if (found.bearer !== bearerOf(init) || performance.now() - found.at > lifetime) return undefined;
  const response = await found.response.catch(() => undefined);
  return response?.ok ? response : undefined;
};
