import { useMemo } from 'react';
import { useShortcuts } from '../../lib/hooks/use-shortcuts.ts';
import { sightOf, turned } from '../../lib/time/calendar-address.ts';
import { useCalendarAddress } from './use-calendar-address.ts';

/** View and date of the calendar, with navigation by address, buttons and shortcuts. */
export const useSight = (phone: boolean, today: string) => {
  const { address, go } = useCalendarAddress();
  const { clinicId, proIds } = address;
  const { view, date, from, to } = sightOf(address, phone, today);
  const visible = useMemo(() => ({ from, to }), [from, to]);
  const chosen = proIds.join(',');
  const filters = useMemo(
    () => ({ clinicId, proIds: chosen.split(',').filter(Boolean) }),
    [clinicId, chosen],
  );
  const turn = (by: 1 | -1) => go((now) => ({ date: turned(view, now.date ?? today, by) }));
  const show = (wanted: typeof view) => () => go({ view: wanted });
  const toToday = () => go({ date: null });
  useShortcuts({
    today: toToday,
    next: () => turn(1),
    previous: () => turn(-1),
    month: show('month'),
    week: show('week'),
    day: show('day'),
  });
  return { view, date, visible, filters, bookingId: address.bookingId, go, turn, toToday };
};
