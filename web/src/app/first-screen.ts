import { paths } from '../lib/page/paths.ts';

export const isDashboard = (path: string): boolean => /^\/dashboard(\/|$)/.test(path);

/** Whether an address shows the calendar; the dashboard's own leads there. */
export const isCalendar = (path: string): boolean => path === paths.calendar || /^\/dashboard\/?$/.test(path);

/** The texts that an address cannot be shown without. */
export const firstTexts = (path: string): readonly string[] => [
  'common',
  'auth',
  ...(isDashboard(path) ? ['shortcuts'] : []),
  ...(isCalendar(path) ? ['calendar'] : []),
];
