import { z } from 'zod';

/** Purpose of a planned message. */
export const purpose = z.enum(['reminder', 'offer', 'recall', 'survey', 'day-sheet']);
export type Purpose = z.infer<typeof purpose>;

/**
 * State of a planned message. `sending`: handed to the mails or texts. `skipped`: needless; `dropped`: not allowed or
 * not possible. `delivered` and `failed` come from receipts of texts.
 */
export const messageState = z.enum([
  'waiting',
  'sending',
  'sent',
  'delivered',
  'failed',
  'dropped',
  'skipped',
]);
export type MessageState = z.infer<typeof messageState>;

/** Reasons for which a planned message was skipped or dropped. */
export const unsentReason = z.enum([
  /** Its last moment had passed. */
  'late',
  /** The quiet hours last longer than the message is of use. */
  'quiet-hours',
  'cap',
  'stopped',
  'erased',
  'restricted',
  'no-address',
  /** The step was due before the visit was booked or moved there. */
  'booked-later',
  /** A later step of the same visit is due as well. */
  'superseded',
  /** Another message of the day names the visit. */
  'merged',
  /** The visit was cancelled or moved. */
  'visit-changed',
  'plan-changed',
  /** The pro sends no reminders to patients. */
  'silenced',
  /** The reminder without a plan was sent shortly before. */
  'reminded',
  'demonstration',
  'withdrawn',
  /** A recall whose patient has booked a visit. */
  'booked',
  /** The mail server refused the mail, or the mail had become needless. */
  'not-sent',
  /** The daily limit of mails was reached. */
  'limit',
]);
export type UnsentReason = z.infer<typeof unsentReason>;
