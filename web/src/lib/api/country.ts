import type { ApiClient } from './api.ts';
import { tabStore } from '../state/storage.ts';

const storageKey = 'visita.country';

/** The visitor's country, two lower-case letters, once it is known in this tab. */
export const knownCountry = (): string | undefined => tabStore.getItem(storageKey) ?? undefined;

/**
 * Asks our own server for the visitor's country, where the page says that it knows how to find out. Nothing waits for
 * it: undefined where it is not known, for whatever reason; the server logs why.
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
