import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** What its holder may do: by a mailed link, or, right after asking for a time, give it up to ask anew. */
export type BookingPurpose = 'confirm' | 'manage' | 'correct' | `correct ${number}`;

/** Tokens of mailed booking links; that one is used once, or ends with the hold, is decided by the booking itself. */
export type BookingTokens = {
  issue(purpose: BookingPurpose, bookingId: string): string;
  /** The booking's id; null for whatever is not a token of ours for this purpose. */
  read(purpose: BookingPurpose, token: string): string | null;
};

/** Tokens of 64 characters, made of the booking's id. */
export const createBookingTokens = (key: KeySource): BookingTokens => {
  const signed = createSignedIds(key);
  return {
    issue: (purpose, bookingId) => signed.issue(`booking-token|${purpose}`, [bookingId]),
    read: (purpose, token) => signed.read(`booking-token|${purpose}`, token, 1)?.[0] ?? null,
  };
};
