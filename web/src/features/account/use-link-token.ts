import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The token of a mailed link. It leaves the address bar at once, and survives a reload in the entry's state. */
export const useLinkToken = (): string | null => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const arrived = new URLSearchParams(search).get('token');
  useEffect(() => {
    if (arrived !== null) void navigate(pathname, { replace: true, state: { token: arrived } });
  }, [arrived, navigate, pathname]);
  return arrived ?? (state as { token?: string } | null)?.token ?? null;
};
