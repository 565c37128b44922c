import { deriveId } from '../ids/derive-id.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/**
 * Permission of the token's holder: to confirm or manage by the mailed link, or, right after a
 * request, to release it and request again.
 */
export type BookingPurpose = 'confirm' | 'manage' | 'correct' | `correct ${number}`;

/** `turn`: how often the email of the booking's mails had been corrected when the link was made. */
export type ManageLink = { readonly bookingId: string; readonly turn: number };

/** Link to a patient's own page of messages. `sentTo` is made of the email to which it was sent. */
export type MessagesLink = { readonly patientId: string; readonly sentTo: string };

/** Returns the id of an email address, for {@link MessagesLink}. */
export const sentToOf = (email: string): string => deriveId(email, 'messages');

/** The turn as the end of a UUID, because a token holds UUIDs. */
const padding = '00000000-0000-0000-0000-';

/** Tokens of mailed booking links. The booking decides on single use and expiry. */
export type BookingTokens = {
  issue(purpose: BookingPurpose, bookingId: string): string;
  /** Issues the link to manage a booking, which ends when the booking's turn does. */
  issueManage(link: ManageLink): string;
  /** Issues the link to a patient's own page of messages, which does not expire. */
  issueMessages(link: MessagesLink): string;
  /** Returns the link to a patient's own page; null if the token is not ours or has another purpose. */
  readMessages(token: string): MessagesLink | null;
  /** Returns the booking's id; null if the token is not ours or has another purpose. */
  read(purpose: BookingPurpose, token: string): string | null;
  /** Returns the booking of a link to manage it; null if the token is not ours or has another purpose. */
  readManage(token: string): ManageLink | null;
};

const manage = 'booking-token|manage';
const messages = 'booking-token|messages';

/** Creates tokens of 64 characters from the booking's id; those of later turns have 86. */
export const createBookingTokens = (key: KeySource): BookingTokens => {
  const signed = createSignedIds(key);
  return {
    issue: (purpose, bookingId) => signed.issue(`booking-token|${purpose}`, [bookingId]),
    issueManage: ({ bookingId, turn }) =>
      signed.issue(manage, turn === 0 ? [bookingId] : [bookingId, padding + String(turn).padStart(12, '0')]),
    issueMessages: ({ patientId, sentTo }) => signed.issue(messages, [patientId, sentTo]),
    readMessages: (token) => {
      const [patientId, sentTo] = signed.read(messages, token, 2) ?? [];
      return patientId === undefined || sentTo === undefined ? null : { patientId, sentTo };
    },
    readManage: (token) => {
      const first = signed.read(manage, token, 1)?.[0];
      if (first !== undefined) return { bookingId: first, turn: 0 };
      const [bookingId, turn = ''] = signed.read(manage, token, 2) ?? [];
      return bookingId === undefined ? null : { bookingId, turn: Number(turn.slice(padding.length)) };
    },
    read: (purpose, token) => signed.read(`booking-token|${purpose}`, token, 1)?.[0] ?? null,
  };
};
