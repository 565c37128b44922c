import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import {
  bufferMinutes,
  childId,
  day,
  id,
  instant,
  patientEmail,
  phone,
  prefix,
  storedLine,
  timezone,
  wallTime,
  weekday,
} from '../fields.ts';
import { language } from '../language.ts';

/** Person on a waiting list, as typed. Null for details that were not given. */
export const waitingContact = z.strictObject({
  name: storedLine(120),
  email: patientEmail.nullable(),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
});
export type WaitingContact = z.infer<typeof waitingContact>;

/** Times that suit a person, in the clinic's local time. */
export const wishedTimes = {
  /** Empty for any weekday. */
  weekdays: z.array(weekday).max(7),
  /** Start times that suit; null for any. */
  fromTime: wallTime.nullable(),
  toTime: wallTime.nullable(),
  /** First and last day that suit. */
  from: day,
  until: day,
};

/** A free time that is offered. Instants; buffers in minutes. */
export const offeredTime = z.strictObject({
  hubServiceId: childId,
  hubId: id,
  proId: id,
  start: instant,
  end: instant,
  bufferBefore: bufferMinutes.optional(),
  bufferAfter: bufferMinutes.optional(),
});
export type OfferedTime = z.infer<typeof offeredTime>;

/** Maximum number of times in one offer. */
export const offeredMaximum = 10;

const entry = { entryId: id, clinicId: id, proId: id, patientId: id };
const offer = { ...entry, offerId: childId };

export const endReason = z.enum([
  'left',
  'removed',
  'booked',
  'window',
  'unconfirmed',
  'booking-gone',
  'erased',
]);
export type EndReason = z.infer<typeof endReason>;

/** Reason why a person was asked: marked urgent by staff, their turn, chosen by staff, or asked together with all. */
export const askedBecause = z.enum(['urgent', 'turn', 'staff', 'all']);

/**
 * Events of `wait-<id>`: one entry on a waiting list, with all its offers. `proId` is the
 * professional on whose list `patientId` is.
 */
export const waitingEvents = {
  WaitingJoined: defineEvent(
    'WaitingJoined',
    {
      ...entry,
      contact: personal(waitingContact),
      clinicServiceId: childId,
      /** Professionals that suit; empty for any. */
      proIds: z.array(id).max(50),
      ...wishedTimes,
      timezone,
      language,
      joinedBy: z.enum(['patient', 'pro']),
      /** Deadline for the use of the mailed link; null if none is needed. */
      confirmBy: instant.nullable(),
      /** The visit for which the person wants an earlier time. */
      bookingId: id.nullable(),
      /** Instant at which the entry ends by itself. */
      ends: instant,
    },
    { subject: ({ patientId }) => `patient-${patientId}` as const },
  ),
  WaitingConfirmed: defineEvent('WaitingConfirmed', entry),
  WaitingUrgencySet: defineEvent('WaitingUrgencySet', { ...entry, urgent: z.boolean() }),
  /** Staff called the person. */
  WaitingCalled: defineEvent('WaitingCalled', { ...entry, at: instant }),
  WaitingPaused: defineEvent('WaitingPaused', { ...entry, until: instant }),
  WaitingResumed: defineEvent('WaitingResumed', entry),
  WaitingEnded: defineEvent('WaitingEnded', { ...entry, reason: endReason }),
  OfferMade: defineEvent('OfferMade', {
    ...offer,
    times: z.array(offeredTime).min(1).max(offeredMaximum),
    /** Reservation that holds the only time for this person; null if the first person to take it gets it. */
    reservationId: id.nullable(),
    deadline: instant,
    because: askedBecause,
    /** Number of people who wait longer for such a time and were asked before or excluded. */
    asked: z.int().min(0),
    /** Number of offers that freed this time one after the other. */
    links: z.int().min(0),
  }),
  OfferTaken: defineEvent('OfferTaken', {
    ...offer,
    time: offeredTime,
    bookingId: id.nullable(),
    /** Reservation that holds the time from now on, if the offer held none. */
    reservationId: id.optional(),
  }),
  OfferDeclined: defineEvent('OfferDeclined', offer),
  OfferLapsed: defineEvent('OfferLapsed', offer),
  /** `staff` took the time back; `gone`: another person took it; `ended`: the entry ended. */
  OfferWithdrawn: defineEvent('OfferWithdrawn', {
    ...offer,
    reason: z.enum(['staff', 'gone', 'ended']),
  }),
};
export type WaitingEvent = EventsOf<typeof waitingEvents>;

/** An entry as it was joined. */
export type WaitingDetails = Extract<WaitingEvent, { type: 'WaitingJoined' }>['data'];
