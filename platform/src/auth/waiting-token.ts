import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** An offer, by its entry's id and its own id, which begins with the entry's. */
export type OfferLink = { readonly entryId: string; readonly offerId: string };

/** Tokens of links mailed to people on a waiting list. The entry decides on use and expiry. */
export type WaitingTokens = {
  issueEntry(entryId: string): string;
  /** Returns the entry's id; null if the token is not ours or is for an offer. */
  readEntry(token: string): string | null;
  issueOffer(offerId: string): string;
  readOffer(token: string): OfferLink | null;
};

const purposes = { entry: 'waiting-token|entry', offer: 'waiting-token|offer' } as const;

/** An offer's own part has 12 digits; a token holds UUIDs. */
const padding = '00000000-0000-0000-0000-';

/** Creates tokens from the ids of entries and offers. */
export const createWaitingTokens = (key: KeySource): WaitingTokens => {
  const signed = createSignedIds(key);
  return {
    issueEntry: (entryId) => signed.issue(purposes.entry, [entryId]),
    readEntry: (token) => signed.read(purposes.entry, token, 1)?.[0] ?? null,
    issueOffer: (offerId) => {
      const [entryId = '', own = ''] = offerId.split('.');
      return signed.issue(purposes.offer, [entryId, padding + own]);
    },
    readOffer: (token) => {
      const [entryId, own] = signed.read(purposes.offer, token, 2) ?? [];
      if (entryId === undefined || own === undefined) return null;
      return { entryId, offerId: `${entryId}.${own.slice(padding.length)}` };
    },
  };
};
