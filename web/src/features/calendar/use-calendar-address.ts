import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lastAddressAtom } from '../../lib/state/calendar.atoms.ts';
import { readAddress, writeAddress, type CalendarAddress } from '../../lib/time/calendar-address.ts';

type Change = Partial<CalendarAddress>;
/** Goes on from what is shown, or will be: a function gets that. */
type Go = (change: Change | ((latest: CalendarAddress) => Change), replace?: boolean) => void;

/** What the calendar shows, as its address says it. Who comes back from another screen finds what they left. */
export const useCalendarAddress = (): { address: CalendarAddress; go: Go } => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const store = useStore();
  // Only asked when the calendar opens: told of its own steps it would be drawn twice at each.
  const left = store.get(lastAddressAtom);
  const fresh = useRef(true);
  const shown = fresh.current && search === '' && left !== null ? left : search;
  // Two keys in a row count twice, though the first has not been drawn yet.
  const latest = useRef({ search: shown, address: readAddress(shown) });
  if (latest.current.search !== shown) latest.current = { search: shown, address: readAddress(shown) };
  useEffect(() => {
    // Until the address says it, whatever draws the calendar again must not show today for a moment.
    if (shown !== search) void navigate({ search: shown }, { replace: true });
    else fresh.current = false;
    store.set(lastAddressAtom, writeAddress({ ...readAddress(shown), bookingId: null }));
  }, [shown, search, navigate, store]);
  const go: Go = (change, replace = false) => {
    const before = latest.current.address;
    const address = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    const next = writeAddress(address);
    latest.current = { search: latest.current.search, address };
    if (next !== location.search) void navigate({ search: next }, { replace, flushSync: true });
  };
  return { address: readAddress(shown), go };
};
