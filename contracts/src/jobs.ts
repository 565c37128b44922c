import { z } from 'zod';

/** A mail to be sent. Holds ids only: what is written in it is read when it is sent, so erasure reaches it. */
export const mailJob = z.strictObject({
  template: z.enum([
    'confirmation-request',
    'booked-by-pro',
    'welcome',
    'invitation',
    'collaboration-invitation',
  ]),
  /** The event that asks for the mail; part of its identity in the send ledger. */
  eventId: z.uuid(),
  /** The booking or pro that it is about. */
  about: z.string(),
});
export type MailJob = z.infer<typeof mailJob>;

/** Queue names and their payloads. */
export type Jobs = { mail: MailJob };
