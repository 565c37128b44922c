/**
 * The only pages that may run a tag manager, after consent. All others show or take personal data, mostly about
 * health, or open by a secret link.
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

/** Returns a page's path without trailing slash, or null if the page may not be measured. */
export const measuredPage = (path: string): string | null =>
  measuredPages.find((page) => page === path.replace(/(?<=.)\/$/, '')) ?? null;

export const isMeasured = (path: string): boolean => measuredPage(path) !== null;
