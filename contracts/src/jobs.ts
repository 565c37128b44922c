import { z } from 'zod';
import { childId, instant } from './fields.ts';

/** A mail to be sent. Holds ids only: what is written in it is read when it is sent, so erasure reaches it. */
export const mailJob = z.strictObject({
  template: z.enum([
    'hold-code',
    'confirmation-request',
    'online-booking-suspended',
    'known-patients-only',
    'one-appointment-only',
    'booked-by-pro',
    'confirmed',
    'moved',
    'cancelled',
    'clinic-gone',
    'reminder',
    'reminder-pro',
    'booked-online',
    'moved-by-patient',
    'cancelled-by-patient',
    'welcome',
    'address-proof',
    'invitation',
    'collaboration-invitation',
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
  /** The event that asks for the mail; part of its identity in the send ledger. */
  eventId: z.uuid(),
  /** The booking, patient or pro that it is about. */
  about: z.string(),
  /** Which link of a pro, or which code, it carries; token and code are made when the mail is written. */
  tokenId: z.uuid().optional(),
  /** Of a booking that was moved in time: when it was before. */
  before: instant.optional(),
  /** Of a booking that was moved: when it is since, and with which service. */
  at: instant.optional(),
  hubServiceId: childId.optional(),
  /** For a booking: how new it is what calendar programs are told; rises with every change. */
  sequence: z.int().min(0).optional(),
});
/** Ids and a template's name; whom it goes to follows from them. */
export type MailJob = z.infer<typeof mailJob>;

/** One booking in one pro's external calendar is to be brought to what it is by then: there, or not. */
export const calendarJob = z.strictObject({ proId: z.uuid(), bookingId: z.uuid() });
/** The same job may run twice: it looks up what is. */
export type CalendarJob = z.infer<typeof calendarJob>;

/** Queue names and their payloads. */
export type Jobs = { mail: MailJob; calendar: CalendarJob };
