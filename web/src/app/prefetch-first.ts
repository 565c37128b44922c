import type * as routes from 'virtual:api-routes';
import { readAddress, sightOf } from '../lib/time/calendar-address.ts';
import { prefetch } from '../lib/api/prefetch.ts';
import { requestOf, type CallInput } from '../lib/api/api.ts';
import { rangeAround } from '../lib/time/calendar-range.ts';
import { readToken } from '../lib/session/session.ts';
import { isOurs, languageKey, textsAddress } from '../lib/text/texts.ts';
import { wallNow } from '../lib/time/wall-clock.ts';
import { firstTexts, isCalendar, isDashboard } from './first-screen.ts';
import { localStore, tabStore } from '../lib/state/storage.ts';

/** Returns the account id in a token without verifying the token; null if there is none. */
const proOf = (token: string): string | null => {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    );
    return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string'
      ? claims.sub
      : null;
  } catch {
    return null;
  }
};

type Routes = Pick<typeof routes, 'authenticate' | 'getProClinics' | 'getProCalendar'>;

const askBy =
  (known: Routes) =>
  <Name extends keyof Routes>(name: Name, input: CallInput<Name>): void => {
    const { address, init } = requestOf(known[name], input, { token: readToken, positions: tabStore });
    prefetch(address, init);
  };

const askForTexts = (): void => {
  const codes = [localStore.getItem(languageKey) ?? undefined, ...navigator.languages];
  const language = codes.find(isOurs)?.slice(0, 2) ?? 'it';
  for (const namespace of firstTexts(location.pathname)) prefetch(textsAddress(language, namespace));
};

/**
 * Prefetches the texts, session and data of the first screen while its scripts load. Unused responses are
 * ignored.
 */
export const prefetchFirst = (known: Routes): void => {
  const ask = askBy(known);
  askForTexts();
  const token = readToken();
  if (token === null) return;
  ask('authenticate', { token });
  const id = proOf(token);
  if (id === null || !isDashboard(location.pathname)) return;
  ask('getProClinics', { params: { id } });
  if (!isCalendar(location.pathname)) return;
  const phone = matchMedia('(width < 768px)').matches;
  const today = wallNow(undefined).slice(0, 10);
  const query = rangeAround(sightOf(readAddress(location.search), phone, today), today);
  ask('getProCalendar', { params: { proId: id }, query });
};
