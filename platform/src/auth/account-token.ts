import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** What a link mailed to a pro is for. */
export const accountPurposes = ['reset', 'invitation', 'email-change', 'address-proof'] as const;
/** A token issued for one purpose is none for another. */
export type AccountPurpose = (typeof accountPurposes)[number];

/** A pro's own link, told apart from others of the same pro by `tokenId`. */
export type AccountLink = { readonly proId: string; readonly tokenId: string };

/** Tokens of links mailed to pros; single use and expiry are decided in the pro's stream. */
export type AccountTokens = {
  issue(purpose: AccountPurpose, link: AccountLink): string;
  /** The link; null for whatever is not a token of ours for this purpose. */
  read(purpose: AccountPurpose, token: string): AccountLink | null;
};

/** Tokens of 86 characters, made of the pro's id and the token's. */
export const createAccountTokens = (key: KeySource): AccountTokens => {
  const signed = createSignedIds(key);
  return {
    issue: (purpose, { proId, tokenId }) => signed.issue(`account-token|${purpose}`, [proId, tokenId]),
    read: (purpose, token) => {
      const [proId, tokenId] = signed.read(`account-token|${purpose}`, token, 2) ?? [];
      return proId !== undefined && tokenId !== undefined ? { proId, tokenId } : null;
    },
  };
};
