import { paths } from '../lib/page/paths.ts';

export const isDashboard = (path: string): boolean => /^\/dashboard(\/|$)/.test(path);

/** Returns whether an address shows the calendar; `/dashboard` redirects to it. */
export const isCalendar = (path: string): boolean => path === paths.calendar || /^\/dashboard\/?$/.test(path);

/** Returns the translation namespaces needed to render an address. */
export const firstTexts = (path: string): readonly string[] => [
  'common',
  'auth',
  ...(isDashboard(path) ? ['shortcuts'] : []),
  ...(isCalendar(path) ? ['calendar'] : []),
];
