import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, instant, patientEmail } from '../fields.ts';
import { language } from '../language.ts';

/**
 * Events of `quota-<id>`: bookings of one patient, or one phone, with one professional, so that limits hold under
 * concurrency. The id is the patient's or is derived from the phone. Each booking's outcome is read from its own
 * stream.
 */
export const quotaEvents = {
  BookingAdmitted: defineEvent('BookingAdmitted', {
    bookingId: id,
    reservationId: id,
    /** After this instant, the next booking may check whether this one was ever placed. */
    deadline: instant,
  }),
  AdmissionEnded: defineEvent('AdmissionEnded', { bookingId: id }),
  /**
   * The patient is confirming this booking. If several are confirmed at the same moment, one of
   * them is admitted.
   */
  AdmissionConfirmed: defineEvent('AdmissionConfirmed', { bookingId: id }),
  /** Strangers hold so much of the pro's time that a code is mailed before another hold. */
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
export type QuotaEvent = EventsOf<typeof quotaEvents>;
