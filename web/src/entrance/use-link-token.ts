import { useEffect } from 'react';
import { go, useAddress } from './address.ts';

/**
 * Returns the token of a mailed link. It is removed from the address bar and kept in the history state for
 * reloads.
 */
export const useLinkToken = (): string | null => {
  const { path, query, state } = useAddress();
  const arrived = query.get('token');
  useEffect(() => {
    if (arrived !== null) go(path, { replace: true, state: { token: arrived } });
  }, [arrived, path]);
  return arrived ?? state.token ?? null;
};
