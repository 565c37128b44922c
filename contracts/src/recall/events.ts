import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { childId, id, instant } from '../fields.ts';
import { unsentReason } from '../messages/ledger.ts';

const recall = { recallId: id, patientId: id, proId: id, clinicId: id };

/** Events of `recall-<patient id>`: the invitations of one patient to a next visit. */
export const recallEvents = {
  RecallMade: defineEvent('RecallMade', {
    ...recall,
    /** The past visit that is the reason. */
    bookingId: id,
    clinicServiceId: childId,
    /** Sent by a member of staff, or by itself. */
    by: z.enum(['staff', 'rule']),
    /** Instants between which the recall is open if nothing is booked. */
    from: instant,
    until: instant,
  }),
  RecallEnded: defineEvent('RecallEnded', {
    ...recall,
    reason: z.enum(['booked', 'not-sent']),
    /** Reason for which its message was not sent; missing in older events. */
    unsent: unsentReason.optional(),
  }),
};
export type RecallEvent = EventsOf<typeof recallEvents>;
