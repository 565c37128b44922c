import { z } from 'zod';
import { idList } from './booking/several-services.ts';
import { childId, instant } from './fields.ts';

/** A mail to send. Holds ids only: its contents are read when it is sent, so that erasure applies to it. */
export const mailJob = z.strictObject({
  template: z.enum([
    'hold-code',
    'confirmation-request',
    'online-booking-suspended',
    'known-patients-only',
    'one-appointment-only',
    'booked-by-pro',
    'series-booked',
    'series-corrected',
    'series-moved',
    'series-cancelled',
    'confirmed',
    'corrected',
    'moved',
    'cancelled',
    'clinic-gone',
    'reminder',
    'reminder-pro',
    'planned-reminder',
    'booked-online',
    'moved-by-patient',
    'cancelled-by-patient',
    'waiting-request',
    'time-offered',
    'offer-gone',
    'recall',
    'visit-survey',
    'day-sheet',
    'welcome',
    'address-proof',
    'invitation',
    'collaboration-invitation',
    'patients-shared',
    'patients-unshared',
    'password-reset',
    'password-changed',
    'email-change',
    'email-change-notice',
    'email-changed',
    'new-browser',
    'login-slowed',
    'sessions-ended',
    'calendar-feed-created',
    'calendar-connected',
    'factor-added',
    'factor-removed',
    'passkey-added',
    'passkey-removed',
    'recovery-codes-renewed',
    'recovery-code-used',
  ]),
  /** The event that asks for the mail; part of its key in the send ledger. */
  eventId: z.uuid(),
  /** Id of the booking, series, patient, pro, waiting entry or recall; for a day sheet its pro, clinic and day. */
  about: z.string(),
  /** Id of the link or code in the mail. The secret itself is made when the mail is written. */
  tokenId: z.uuid().optional(),
  /** Change of several visits of a series. */
  changeId: z.uuid().optional(),
  /** For a series: one of its visits; the mail is about those with the same recipient and professional. */
  visit: z.uuid().optional(),
  /** For a moved booking: its start before the move. */
  before: instant.optional(),
  /** For a moved booking: its start and service after the move. */
  at: instant.optional(),
  hubServiceId: childId.optional(),
  /** For a moved booking: its further services after the move, separated by commas. */
  andServices: idList.optional(),
  /** For an offer of a waiting entry. */
  offerId: childId.optional(),
  /** For a booking: iCalendar SEQUENCE, which rises with every change. */
  sequence: z.int().min(0).optional(),
});
export type MailJob = z.infer<typeof mailJob>;

/** Synchronises one booking with one pro's external calendar: adds, changes or removes it there. */
export const calendarJob = z.strictObject({ proId: z.uuid(), bookingId: z.uuid() });
/** Safe to run twice: it reads the current state. */
export type CalendarJob = z.infer<typeof calendarJob>;

export type Jobs = { mail: MailJob; calendar: CalendarJob };
