import type { i18n as I18n } from 'i18next';
import { currentLanguage } from './i18n.ts';
import { dateOf, dayFormat, dayOf, longDay, wallTimeOf } from '../time/wall-clock.ts';

/** Formats a wall time: "Friday, 20 November 2026, 09:30". */
export const writtenWhen = (date: string, i18n: Pick<I18n, 'resolvedLanguage'>): string =>
  `${longDay(dayOf(date), currentLanguage(i18n))}, ${wallTimeOf(date)}`;

/** Formats a wall time in short: "Fri 20 Nov, 09:30". */
export const shortWhen = (date: string, i18n: Pick<I18n, 'resolvedLanguage'>): string => {
  const format = dayFormat(currentLanguage(i18n), { weekday: 'short', day: 'numeric', month: 'short' });
  return `${format.format(dateOf(dayOf(date)))}, ${wallTimeOf(date)}`;
};
