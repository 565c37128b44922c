import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** An entry. `sentTo` is made of the email to which the link was mailed; a link in a text has none. */
export type EntryLink = { readonly entryId: string; readonly sentTo?: string };

/** An offer, by its entry's id and its own id, which begins with the entry's. */
export type OfferLink = EntryLink & { readonly offerId: string };

/** Tokens of links mailed to people on a waiting list. The entry decides on use and expiry. */
export type WaitingTokens = {
  issueEntry(entryId: string, sentTo?: string): string;
  /** Returns the entry; null if the token is not ours or is for an offer. */
  readEntry(token: string): EntryLink | null;
  issueOffer(offerId: string, sentTo?: string): string;
  readOffer(token: string): OfferLink | null;
};

const purposes = { entry: 'waiting-token|entry', offer: 'waiting-token|offer' } as const;

/** An offer's own part has 12 digits; a token holds UUIDs. */
const padding = '00000000-0000-0000-0000-';

/** Creates tokens from the ids of entries and offers. */
export const createWaitingTokens = (key: KeySource): WaitingTokens => {
  const signed = createSignedIds(key);
  const read = (purpose: string, token: string, count: number) =>
    signed.read(purpose, token, count) ?? signed.read(purpose, token, count + 1) ?? [];
  const sent = (sentTo: string | undefined) => (sentTo === undefined ? {} : { sentTo });
  return {
    issueEntry: (entryId, sentTo) => signed.issue(purposes.entry, sentTo ? [entryId, sentTo] : [entryId]),
    readEntry: (token) => {
      const [entryId, sentTo] = read(purposes.entry, token, 1);
      return entryId === undefined ? null : { entryId, ...sent(sentTo) };
    },
    issueOffer: (offerId, sentTo) => {
      const [entryId = '', own = ''] = offerId.split('.');
      const ids = [entryId, padding + own];
      return signed.issue(purposes.offer, sentTo ? [...ids, sentTo] : ids);
    },
    readOffer: (token) => {
      const [entryId, own, sentTo] = read(purposes.offer, token, 2);
      if (entryId === undefined || own === undefined) return null;
      return { entryId, offerId: `${entryId}.${own.slice(padding.length)}`, ...sent(sentTo) };
    },
  };
};
