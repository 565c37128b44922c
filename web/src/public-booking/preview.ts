import * as routes from 'virtual:public-api-routes';
import { createClient, type CallInput } from '../lib/api/api.ts';
import { readToken } from '../lib/session/session.ts';
import { tabStore } from '../lib/state/storage.ts';

/**
 * Returns the data of the logged-in professional's own page, also before it is public; null on other pages.
 * These are the only calls of the public pages that send a session token.
 */
export const createPreview = () => {
  if (!/^\/preview\/?$/.test(location.pathname)) return null;
  const call = createClient<'getBookingPreview' | 'getPreviewAvailabilities'>({
    routes,
    token: readToken,
    positions: tabStore,
  });
  const ask = async () => (await call('getBookingPreview')).data;
  let asked: ReturnType<typeof ask> | null = null;
  return {
    face: () =>
      (asked ??= ask().catch((error: unknown) => {
        asked = null;
        throw error;
      })),
    days: async (question: CallInput<'getPreviewAvailabilities'>) =>
      (await call('getPreviewAvailabilities', question)).data,
  };
};
