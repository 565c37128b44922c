import { useEffect } from 'react';
import { go, useAddress } from './address.ts';

/** The token of a mailed link. It leaves the address bar at once, and survives a reload in the entry's state. */
export const useLinkToken = (): string | null => {
  const { path, query, told } = useAddress();
  const arrived = query.get('token');
  useEffect(() => {
    if (arrived !== null) go(path, { replace: true, told: { token: arrived } });
  }, [arrived, path]);
  return arrived ?? told.token ?? null;
};
