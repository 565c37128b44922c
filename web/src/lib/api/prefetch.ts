type Prefetched = { bearer: string | null; at: number; response: Promise<Response> };

/** What was prefetched for while the scripts that need it were still on their way, by its address. */
const prefetched = new Map<string, Prefetched>();

/** Milliseconds after which an answer counts for nothing any more. */
const lifetime = 30_000;

const bearerOf = (init: RequestInit | undefined): string | null =>
  new Headers(init?.headers).get('authorization');

/** Asks for something that will be needed soon. */
export const prefetch = (address: string, init?: RequestInit): void => {
  const response = fetch(address, init);
  // Who needs it asks again.
  response.catch(() => undefined);
  prefetched.set(address, { bearer: bearerOf(init), at: performance.now(), response });
};

/** Whether something below a path was prefetched for, and not taken yet. */
export const isPrefetched = (path: string): boolean =>
  [...prefetched.keys()].some((address) => address.startsWith(path));

/** From here on everything is prefetched for anew. */
export const dropPrefetched = (): void => prefetched.clear();

/**
 * The answer to what was prefetched for ahead: once, in the same session, and only a good one. After a change nothing is: it
 * may be of before.
 */
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
