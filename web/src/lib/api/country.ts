import type { ApiClient } from './api.ts';
import { tabStore } from '../state/storage.ts';

const storageKey = 'visita.country';

/** Returns the visitor's country, two lower-case letters, if it is known in this tab. */
export const knownCountry = (): string | undefined => tabStore.getItem(storageKey) ?? undefined;

/**
 * Requests the visitor's country from the server if the page supports it. No code waits for the
 * answer; it is undefined after any failure, which the server logs.
 */
export const lookUpCountry = async (call: ApiClient<'getCountry'>): Promise<string | undefined> => {
  const known = knownCountry();
  if (known !== undefined || !document.querySelector('meta[name="country-lookup"]')) return known;
  const country = await call('getCountry').then(
    ({ data }) => data.country,
    () => null,
  );
  if (country) tabStore.setItem(storageKey, country);
  return country ?? undefined;
};
