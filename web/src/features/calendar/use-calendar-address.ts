import { useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePro } from '../../lib/session/use-pro.ts';
import { lastAddressAtom } from '../../lib/state/calendar.atoms.ts';
import { localStore } from '../../lib/state/storage.ts';
import { readAddress, writeAddress, type CalendarAddress } from '../../lib/time/calendar-address.ts';

type Change = Partial<CalendarAddress>;
/** Navigates from the latest address, which a function receives. */
type Go = (change: Change | ((latest: CalendarAddress) => Change), replace?: boolean) => void;

/** Returns the address with the clinic that the account chose last in this browser. */
const keptClinic = (key: string): string =>
  writeAddress({ ...readAddress(''), clinicId: localStore.getItem(key) });

const keepClinic = (key: string, clinicId: string | null): void => {
  if (clinicId === null) localStore.removeItem(key);
  else localStore.setItem(key, clinicId);
};

/** Address of the calendar with its view and filters; returning from another screen restores them. */
export const useCalendarAddress = (): { address: CalendarAddress; go: Go } => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const store = useStore();
  // Read without subscribing, which would render every navigation twice.
  const left = store.get(lastAddressAtom);
  const fresh = useRef(true);
  const key = `visita.calendar.clinic.${usePro().id}`;
  const shown = fresh.current && search === '' ? (left ?? keptClinic(key)) : search;
  // Two quick key presses count twice, even before the first is rendered.
  const latest = useRef({ search: shown, address: readAddress(shown) });
  if (latest.current.search !== shown) latest.current = { search: shown, address: readAddress(shown) };
  useEffect(() => {
    // Renders the restored view at once, before the address contains it.
    if (shown !== search) void navigate({ search: shown }, { replace: true });
    else fresh.current = false;
    store.set(lastAddressAtom, writeAddress({ ...readAddress(shown), bookingId: null }));
  }, [shown, search, navigate, store]);
  const go: Go = (change, replace = false) => {
    const before = latest.current.address;
    const address = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    const next = writeAddress(address);
    latest.current = { search: latest.current.search, address };
    if (address.clinicId !== before.clinicId) keepClinic(key, address.clinicId);
    if (next !== location.search) void navigate({ search: next }, { replace, flushSync: true });
  };
  return { address: readAddress(shown), go };
};
