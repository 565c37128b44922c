import type { Route } from 'playwright-core';

/** Fetches a full response, without conditional headers that could give a 304. */
export const fetchWhole = (route: Route): ReturnType<Route['fetch']> => {
  const { 'if-none-match': _known, ...headers } = route.request().headers();
  return route.fetch({ headers });
};
