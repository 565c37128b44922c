import { z } from 'zod';

/** A patient who is due for a next visit, as staff see them. */
export const dueRecall = z.object({
  /** The last visit, by which the patient is invited. */
  booking_id: z.string(),
  pro_id: z.string(),
  professional: z.string(),
  patient_id: z.string(),
  name: z.string(),
  prefix: z.string().nullable(),
  phone: z.string().nullable(),
  service: z.string(),
  /** Start of the last visit with the clinic's offset. */
  last_visit: z.string(),
  /** Months of the rule. */
  months: z.int(),
  /** Whether the next visit belongs to the treatment. */
  treatment: z.boolean(),
  /** Whether the patient, or the person who answers for the patient, has an email, or the patient may get it as a text. */
  reachable: z.boolean(),
  /** Instant of the open invitation; null without one. */
  invited: z.string().nullable(),
  /** The latest invitation, if its message was not sent, and the reason. */
  not_sent: z.object({ at: z.string(), reason: z.enum(['demonstration', 'limit', 'other']) }).nullable(),
});
export type DueRecall = z.infer<typeof dueRecall>;

/** Outcome for one patient: invited, or the reason for which no invitation was sent. */
export const recallOutcome = z.enum(['invited', 'open', 'not-due', 'stopped', 'not-possible', 'no-address']);
export type RecallOutcome = z.infer<typeof recallOutcome>;
