import type { Language } from '@visita/contracts/language';
import type { MailJob } from '@visita/contracts/jobs';
import { type Invite, writeInvite } from './ics.ts';
import type { Appointment } from './reads.ts';
import type { Slots } from './templates/slots.ts';
import { dayIn, zonedTimeIn } from './templates/times.ts';
import type { Writing } from './write.ts';

/** Returns the slots common to all mails about an appointment, in the recipient's language. */
export const appointmentSlots = (
  { before }: Pick<MailJob, 'before'>,
  booking: Appointment,
  language: Language,
): Slots => {
  const { start, timezone, clinic, address, contact } = booking;
  return {
    patient: booking.patient ?? '',
    // Others may read the mail, so the attendee is called by first name only.
    ...(booking.attendee === null ? {} : { attendee: booking.attendee.trim().split(/\s+/)[0] ?? '' }),
    professional: booking.professional ?? clinic,
    clinic,
    service: booking.service,
    minutes: String(booking.minutes),
    place: `${clinic}, ${address}`,
    ...(contact === '' ? {} : { contact }),
    day: dayIn(language, start, timezone),
    when: zonedTimeIn(language, start, timezone),
    ...(before === undefined ? {} : { before: zonedTimeIn(language, new Date(before), timezone) }),
  };
};

/** Tells whether the appointment is still to come: later mails about it are pointless. */
export const liesAhead = ({ start }: Appointment, now: Date): boolean => start > now;

/** Returns the iCalendar attachment of an appointment. */
export const inviteFor = (
  { uidHost: host, sender, now }: Pick<Writing, 'uidHost' | 'sender' | 'now'>,
  { about, sequence = 0 }: MailJob,
  { booking, ...told }: Pick<Invite, 'method' | 'summary' | 'attendee' | 'link'> & { booking: Appointment },
) => {
  const { start, end, clinic, address, professional } = booking;
  const content = writeInvite({
    ...told,
    bookingId: about,
    host,
    sequence,
    stamp: now(),
    start,
    end,
    location: `${clinic}, ${address}`,
    organizer: { name: professional ?? clinic, email: sender },
  });
  return { method: told.method, content };
};
