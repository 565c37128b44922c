type Asked = { bearer: string | null; at: number; response: Promise<Response> };

/** What was asked for while the scripts that need it were still on their way, by its address. */
const asked = new Map<string, Asked>();

/** Milliseconds after which an answer counts for nothing any more. */
const lifetime = 30_000;

const bearerOf = (init: RequestInit | undefined): string | null =>
  new Headers(init?.headers).get('authorization');

/** Asks for something that will be needed soon. */
export const askAhead = (address: string, init?: RequestInit): void => {
  const response = fetch(address, init);
  // Who needs it asks again.
  response.catch(() => undefined);
  asked.set(address, { bearer: bearerOf(init), at: performance.now(), response });
};

/** Whether something below a path was asked for, and not taken yet. */
export const isAskedAhead = (path: string): boolean =>
  [...asked.keys()].some((address) => address.startsWith(path));

/** From here on everything is asked for anew. */
export const forgetAhead = (): void => asked.clear();

/**
 * The answer to what was asked for ahead: once, in the same session, and only a good one. After a change nothing is: it
 * may be of before.
 */
export const takeAhead = async (
  address: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response | undefined> => {
  if ((init?.method ?? 'GET') !== 'GET') forgetAhead();
  const found = typeof address === 'string' ? asked.get(address) : undefined;
  if (!found || typeof address !== 'string') return undefined;
  asked.delete(address);
  if (found.bearer !== bearerOf(init) || performance.now() - found.at > lifetime) return undefined;
  const response = await found.response.catch(() => undefined);
  return response?.ok ? response : undefined;
};
