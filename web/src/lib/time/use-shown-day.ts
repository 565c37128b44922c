import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import { paths } from '../page/paths.ts';
import { visibleAtom } from '../state/calendar.atoms.ts';
import { addDays } from './wall-clock.ts';

/** Returns the days that the open calendar shows, the last excluded; null on other screens. */
export const useDaysInSight = () => {
  const visible = useAtomValue(visibleAtom);
  const { pathname } = useLocation();
  return pathname === paths.calendar ? visible : null;
};

/** Returns the only visible day, the default for new entries; null if several or none are visible. */
export const useShownDay = (): string | null => {
  const visible = useDaysInSight();
  return visible && visible.to === addDays(visible.from, 1) ? visible.from : null;
};
