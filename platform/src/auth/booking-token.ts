import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a mailed booking link lets its holder do. */
export type BookingPurpose = 'confirm' | 'manage';

/**
 * Tokens of mailed booking links. They follow from the booking and a secret key, so nothing of them is stored or put
 * into a job; that a token is used once, or ends with the hold, is decided by the booking itself.
 */
export type BookingTokens = {
  issue(purpose: BookingPurpose, bookingId: string): string;
  /** The booking's id; null for whatever is not a token of ours for this purpose. */
  read(purpose: BookingPurpose, token: string): string | null;
};

const idLength = 16;
const macLength = 32;

/** Tokens of 64 characters: the booking's id and an HMAC-SHA256 over purpose and id. */
export const createBookingTokens = (key: Uint8Array): BookingTokens => {
  const macOf = (purpose: BookingPurpose, id: Uint8Array) =>
    createHmac('sha256', key).update(`booking-token|${purpose}|`).update(id).digest();
  return {
    issue: (purpose, bookingId) => {
      const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex');
      if (id.length !== idLength) throw new Error('a booking’s id is a UUID');
      return Buffer.concat([id, macOf(purpose, id)]).toString('base64url');
    },
    read: (purpose, token) => {
      if (!/^[\w-]{64}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idLength + macLength) return null;
      const id = bytes.subarray(0, idLength);
      if (!timingSafeEqual(bytes.subarray(idLength), macOf(purpose, id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
};
