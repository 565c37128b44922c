import { z } from 'zod';
import { visitService } from '../booking/views.ts';
import { language } from '../language.ts';
import { askedBecause, endReason, wishedTimes } from './events.ts';

/** An offer as staff see it. */
const entryOffer = z.object({
  id: z.string(),
  /** Starts with the clinic's offset. */
  dates: z.array(z.string()),
  professional: z.string(),
  /** Deadline with the clinic's offset. */
  until: z.string(),
  because: askedBecause,
  asked: z.number(),
});

/** An entry on a clinic's waiting list, as staff see it. */
export const waitingEntryView = z.object({
  id: z.string(),
  clinic_id: z.string(),
  pro_id: z.string(),
  patient_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  prefix: z.string().nullable(),
  phone: z.string().nullable(),
  clinic_service_id: z.string(),
  /** Names of all services of the visit. */
  service: z.string(),
  /** Set if the visit to move has several services: each one, in order. */
  services: z.array(visitService).optional(),
  pro_ids: z.array(z.string()),
  weekdays: wishedTimes.weekdays,
  from_time: z.string().nullable(),
  to_time: z.string().nullable(),
  from: z.string(),
  until: z.string(),
  urgent: z.boolean(),
  /** Instant until which nothing is offered; null if the entry is not paused. */
  paused_until: z.string().nullable(),
  joined: z.string(),
  /** Instant at which staff last marked the person as called; null if they did not. */
  called: z.string().nullable(),
  joined_by: z.enum(['patient', 'pro']),
  /** The visit for which an earlier time is wanted. */
  booking_id: z.string().nullable(),
  offer: entryOffer.nullable(),
  /** Service with which the hub of the question offers the asked time. */
  hub_service_id: z.string().optional(),
});
export type WaitingEntryView = z.infer<typeof waitingEntryView>;

/** A time that people on the list refused, which is free and offered to no one now. */
export const leftTime = z.object({
  /** Start with the clinic's offset. */
  date: z.string(),
  hub_id: z.string(),
  hub_service_id: z.string(),
  professional: z.string(),
});
export type LeftTime = z.infer<typeof leftTime>;

/** An entry as its person sees it. */
export const ownWaitingView = z.object({
  clinic_name: z.string(),
  service: z.string(),
  from: z.string(),
  until: z.string(),
  language,
  entry_id: z.string(),
});
export type OwnWaitingView = z.infer<typeof ownWaitingView>;

/** An entry as its person sees it by the mailed link. */
export const linkedWaitingView = ownWaitingView.extend({
  /** Present if the entry has ended. */
  ended: endReason.exclude(['erased']).optional(),
  /** Address of the professional's booking page, for an ended entry of a clinic that books online. */
  booking_page: z.string().optional(),
});
export type LinkedWaitingView = z.infer<typeof linkedWaitingView>;

/** An offer as its person sees it. */
export const offerView = z.object({
  status: z.enum(['open', 'taken', 'declined', 'over']),
  /** Present if the offer is over: its deadline has passed, the time is gone, staff took it back, or the entry ended. */
  over: z.enum(['expired', 'gone', 'staff', 'ended']).optional(),
  /** Reason for which the entry has ended; present if it has. */
  ended: endReason.exclude(['erased']).optional(),
  /** Instant with the clinic's offset until which a paused entry gets no offers. */
  paused_until: z.string().optional(),
  service: z.string(),
  duration: z.number(),
  clinic_name: z.string(),
  clinic_address: z.string(),
  clinic_phone: z.string(),
  timezone: z.string(),
  /** Deadline with the clinic's offset. */
  until: z.string(),
  times: z.array(
    z.object({
      /** Start and end with the clinic's offset. */
      date: z.string(),
      ending_date: z.string(),
      professional: z.string(),
    }),
  ),
  /** Present start of the visit that would move; null if a visit would be booked. */
  moves: z.string().nullable(),
  /** Whether the time is kept for this person until the deadline. */
  held: z.boolean(),
  language,
});
export type OfferView = z.infer<typeof offerView>;
