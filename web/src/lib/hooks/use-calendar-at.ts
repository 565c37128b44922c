import { useAtomValue } from 'jotai';
import { paths } from '../page/paths.ts';
import { lastAddressAtom } from '../state/calendar.atoms.ts';

/** Returns a function that gives the last address of the calendar at another day, with a booking opened. */
export const useCalendarAt = (): ((day: string, bookingId?: string) => string) => {
  const lastAddress = useAtomValue(lastAddressAtom);
  return (day, bookingId) => {
    const search = new URLSearchParams(lastAddress ?? '');
    search.set('date', day);
    if (bookingId) search.set('booking', bookingId);
    return `${paths.calendar}?${search.toString()}`;
  };
};
