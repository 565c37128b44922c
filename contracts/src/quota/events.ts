import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, instant, patientEmail } from '../fields.ts';
import { language } from '../language.ts';

/**
 * Events of `quota-<id>`, the id being the patient's or one that stands for a phone: which bookings the patient, or the
 * phone, has with one professional, so that limits hold under concurrency. What became of each is asked of its own
 * stream.
 */
export const quotaEvents = {
  BookingAdmitted: defineEvent('BookingAdmitted', {
    bookingId: id,
    reservationId: id,
    /** After this instant the next booking may ask whether this one was ever placed. */
    deadline: instant,
  }),
  AdmissionEnded: defineEvent('AdmissionEnded', { bookingId: id }),
  /** The patient is about to confirm it: of several at the same moment, one. */
  AdmissionConfirmed: defineEvent('AdmissionConfirmed', { bookingId: id }),
  /** So much of the pro's time is held by strangers that a code is mailed before another hold begins. */
  HoldCodeSent: defineEvent(
    'HoldCodeSent',
    {
      patientId: id,
      proId: id,
      clinicId: id,
      hubId: id,
      codeId: id,
      expires: instant,
      email: personal(patientEmail),
      language,
    },
    { subject: ({ patientId }) => `patient-${patientId}` },
  ),
};
/** An event of one patient's or phone's quota, told apart by `type`. */
export type QuotaEvent = EventsOf<typeof quotaEvents>;
