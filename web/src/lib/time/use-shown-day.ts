import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import { paths } from '../page/paths.ts';
import { visibleAtom } from '../state/calendar.atoms.ts';
import { addDays } from './wall-clock.ts';

/** Returns the only visible day, the default for new entries; null if several or none are visible. */
export const useShownDay = (): string | null => {
  const visible = useAtomValue(visibleAtom);
  const { pathname } = useLocation();
  if (pathname !== paths.calendar || !visible) return null;
  return visible.to === addDays(visible.from, 1) ? visible.from : null;
};
