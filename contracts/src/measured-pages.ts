/**
 * The only pages on which a tag manager may run, after consent. All others show or take personal data, mostly about
 * health, or are reached through a secret link.
 */
export const measuredPages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/password-request',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cookie-policy',
  '/not-found',
];

/** Whether a path, with or without a slash at its end, is such a page. */
export const isMeasured = (path: string): boolean => measuredPages.includes(path.replace(/(?<=.)\/$/, ''));
