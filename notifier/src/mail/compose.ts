import type { MailJob } from '@visita/contracts/jobs';
import {
  addressProof,
  emailChange,
  emailChangeNotice,
  invitation,
  invitationByLink,
  passwordChanged,
  passwordReset,
  securityNotice,
  welcome,
} from './account-mails.ts';
import { appointment, appointmentGone, confirmationRequest, holdCode, reminder } from './patient-mails.ts';
import { doneByPatient, reminderPro } from './pro-mails.ts';
import type { Appointment, MailReads } from './reads.ts';
import type { Composed } from './worker.ts';
import type { Writing } from './write.ts';

export type ComposeDeps = Writing & { reads: MailReads };

/** Writes the mail of a job; null if it has become pointless. Throws if its facts are not readable yet. */
export const createCompose = (deps: ComposeDeps) => {
  const { reads } = deps;
  return async (job: MailJob): Promise<Composed | null> => {
    switch (job.template) {
      case 'hold-code':
        return holdCode(deps, job, readable(await reads.code(job.about, job.tokenId)));
      case 'confirmation-request':
      case 'online-booking-suspended':
      case 'known-patients-only':
      case 'one-appointment-only':
        return confirmationRequest(deps, job, readable(await reads.appointment(job.about)));
      case 'booked-by-pro':
      case 'confirmed':
        return appointment(deps, job, readable(await reads.appointment(job.about)));
      case 'moved': {
        const booking = await asMoved(reads, job);
        return booking && appointment(deps, job, booking);
      }
      case 'cancelled':
      case 'clinic-gone':
        return appointmentGone(deps, job, readable(await reads.appointment(job.about)));
      case 'reminder':
        return reminder(deps, job, readable(await reads.appointment(job.about)));
      case 'reminder-pro':
        return reminderPro(deps, job, readable(await reads.appointment(job.about)));
      case 'moved-by-patient': {
        const booking = await asMoved(reads, job);
        return booking && doneByPatient(deps, job, booking);
      }
      case 'booked-online':
      case 'cancelled-by-patient':
        return doneByPatient(deps, job, readable(await reads.appointment(job.about)));
      case 'welcome':
        return welcome(deps, job, readable(await reads.account(job.about)));
      case 'address-proof':
        return addressProof(deps, job, readable(await reads.account(job.about)));
      case 'collaboration-invitation':
        return invitation(deps, job, readable(await reads.invitation(job.about)));
      case 'invitation':
        return invitationByLink(deps, job, readable(await reads.invitation(job.about)));
      case 'password-reset':
        return passwordReset(deps, job, readable(await reads.account(job.about)));
      case 'password-changed':
        return passwordChanged(deps, job, readable(await reads.account(job.about)));
      case 'email-changed':
      case 'new-browser':
      case 'login-slowed':
      case 'sessions-ended':
      case 'calendar-feed-created':
      case 'calendar-connected':
      case 'factor-added':
      case 'factor-removed':
      case 'passkey-added':
      case 'passkey-removed':
      case 'recovery-codes-renewed':
      case 'recovery-code-used':
        return securityNotice(deps, job, readable(await reads.account(job.about)));
      case 'email-change':
        return emailChange(deps, job, readable(await reads.account(job.about)));
      case 'email-change-notice':
        return emailChangeNotice(deps, job, readable(await reads.account(job.about)));
    }
  };
};

/** Returns the booking if its place matches this mail; null if a later mail announces the present one. */
const asMoved = async (reads: MailReads, job: MailJob): Promise<Appointment | null> => {
  if (await reads.isReplaced(job)) return null;
  const booking = readable(await reads.appointment(job.about));
  // Cancelled and lapsed bookings have mails of their own.
  const stands = booking.status === 'confirmed' && job.at !== undefined;
  return readable(stands && booking.start.toISOString() !== job.at ? undefined : booking);
};

const readable = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('the facts of this mail are not readable yet');
  return found;
};
