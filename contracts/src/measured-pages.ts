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

/** The name of such a page by its path, with or without a slash at its end; null for every other. */
export const measuredPage = (path: string): string | null =>
  measuredPages.find((page) => page === path.replace(/(?<=.)\/$/, '')) ?? null;

/** Whether a path is such a page. */
export const isMeasured = (path: string): boolean => measuredPage(path) !== null;
