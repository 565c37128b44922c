/** Maximum number of simultaneous sockets per address and per account. */
export type SocketLimits = { readonly address: number; readonly account: number };

/**
 * Default limits, enough for a practice behind one address with a few pages each, and for one pro
 * with all devices and tabs.
 */
export const usualLimits: SocketLimits = { address: 200, account: 50 };

/** Counts open sockets by key. */
export const createCounts = () => {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove: (key: string): void => {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
};
