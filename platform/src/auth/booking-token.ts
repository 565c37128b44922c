import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/**
 * Permission of the token's holder: to confirm or manage by the mailed link, or, right after a
 * request, to release it and request again.
 */
export type BookingPurpose = 'confirm' | 'manage' | 'correct' | `correct ${number}`;

/** Tokens of mailed booking links. The booking decides on single use and expiry. */
export type BookingTokens = {
  issue(purpose: BookingPurpose, bookingId: string): string;
  /** Returns the booking's id; null if the token is not ours or has another purpose. */
  read(purpose: BookingPurpose, token: string): string | null;
};

/** Creates tokens of 64 characters from the booking's id. */
export const createBookingTokens = (key: KeySource): BookingTokens => {
  const signed = createSignedIds(key);
  return {
    issue: (purpose, bookingId) => signed.issue(`booking-token|${purpose}`, [bookingId]),
    read: (purpose, token) => signed.read(`booking-token|${purpose}`, token, 1)?.[0] ?? null,
  };
};
