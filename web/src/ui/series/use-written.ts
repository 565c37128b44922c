import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { dateOf, dayFormat, dayOf, wallTimeOf } from '../../lib/time/wall-clock.ts';

/** Returns how starts are written: whole, or near another one with the day only if it differs. */
export const useWritten = () => {
  const { i18n } = useTranslation();
  const language = currentLanguage(i18n);
  const day = (start: string, year: boolean) =>
    dayFormat(language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(year ? { year: 'numeric' } : {}),
    }).format(dateOf(dayOf(start)));
  return {
    long: (start: string): string => `${day(start, true)}, ${wallTimeOf(start)}`,
    near: (start: string, date: string): string =>
      dayOf(start) === dayOf(date) ? wallTimeOf(start) : `${day(start, false)}, ${wallTimeOf(start)}`,
  };
};
