import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** Purposes of links mailed to a pro. */
export const accountPurposes = ['reset', 'invitation', 'email-change', 'address-proof'] as const;
/** Purpose of a mailed link; its token is valid for this purpose only. */
export type AccountPurpose = (typeof accountPurposes)[number];

/** A mailed link; `tokenId` distinguishes links of the same pro. */
export type AccountLink = { readonly proId: string; readonly tokenId: string };

/** Tokens of links mailed to pros. The pro's stream decides on single use and expiry. */
export type AccountTokens = {
  issue(purpose: AccountPurpose, link: AccountLink): string;
  /** Returns the link; null if the token is not ours or has another purpose. */
  read(purpose: AccountPurpose, token: string): AccountLink | null;
};

/** Creates tokens of 86 characters from the ids of pro and token. */
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
