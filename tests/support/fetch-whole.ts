import type { Route } from 'playwright-core';

/** What the server answers, in whole: to who has it already it would say only that. */
export const fetchWhole = (route: Route): ReturnType<Route['fetch']> => {
  const { 'if-none-match': _known, ...headers } = route.request().headers();
  return route.fetch({ headers });
};
