import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import { paths } from '../page/paths.ts';
import { visibleAtom } from '../state/calendar.atoms.ts';
import { addDays } from './wall-clock.ts';

/** The one day that the calendar shows, for which what is begun there is meant; null where it shows several, or none. */
export const useShownDay = (): string | null => {
  const visible = useAtomValue(visibleAtom);
  const { pathname } = useLocation();
  if (pathname !== paths.calendar || !visible) return null;
  return visible.to === addDays(visible.from, 1) ? visible.from : null;
};
