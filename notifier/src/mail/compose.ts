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
  sharing,
  welcome,
} from './account-mails.ts';
import { appointment, appointmentGone, confirmationRequest, holdCode, reminder } from './patient-mails.ts';
import { daySheet } from './day-sheet.ts';
import { visitSurvey } from './visit-survey.ts';
import { doneByPatient, reminderPro } from './pro-mails.ts';
import { type ComposeDeps, plannedReminder } from './planned-reminder.ts';
import type { Account, Appointment, Invitation, MailReads, SeriesVisit } from './reads.ts';
import { seriesCancelled, seriesStands, visitsTold } from './series-mails.ts';
import { recallMail } from './recall-mail.ts';
import { offerGone, timeOffered, waitingRequest } from './waiting-mails.ts';
import type { WaitingFacts } from './waiting-reads.ts';
import type { Composed } from './worker.ts';

type Compose = (deps: ComposeDeps, job: MailJob) => Promise<Composed | null>;
type Write<Facts> = (deps: ComposeDeps, job: MailJob, facts: Facts) => Promise<Composed | null>;

const aboutAppointment =
  (write: Write<Appointment>): Compose =>
  async (deps, job) =>
    write(deps, job, readable(await deps.reads.appointment(job.about)));

const aboutMove =
  (write: Write<Appointment>): Compose =>
  async (deps, job) => {
    const booking = await asMoved(deps.reads, job);
    return booking && write(deps, job, booking);
  };

const aboutSeries =
  (write: Write<readonly SeriesVisit[]>): Compose =>
  async (deps, job) =>
    write(deps, job, await visitsTold(deps, job));

const aboutAccount =
  (write: Write<Account>): Compose =>
  async (deps, job) =>
    write(deps, job, readable(await deps.reads.account(job.about)));

const aboutInvitation =
  (write: Write<Invitation>): Compose =>
  async (deps, job) =>
    write(deps, job, readable(await deps.reads.invitation(job.about)));

/** Composes a mail about an entry; null once the entry has ended. */
const aboutEntry =
  (write: Write<WaitingFacts>): Compose =>
  async (deps, job) => {
    const entry = await deps.reads.waiting(job.about);
    return entry ? write(deps, job, entry) : null;
  };

/** Composes the mail of a recall; null once the recall has ended. */
const recall: Compose = async (deps, job) => {
  const found = await deps.reads.recall(job.about);
  return found ? recallMail(deps, job, found) : null;
};

const mails: Readonly<Record<MailJob['template'], Compose>> = {
  'hold-code': async (deps, job) =>
    holdCode(deps, job, readable(await deps.reads.code(job.about, job.tokenId))),
  'confirmation-request': aboutAppointment(confirmationRequest),
  'online-booking-suspended': aboutAppointment(confirmationRequest),
  'known-patients-only': aboutAppointment(confirmationRequest),
  'one-appointment-only': aboutAppointment(confirmationRequest),
  'booked-by-pro': aboutAppointment(appointment),
  'series-booked': aboutSeries(seriesStands),
  'series-corrected': aboutSeries(seriesStands),
  'series-moved': aboutSeries(seriesStands),
  'series-cancelled': aboutSeries(seriesCancelled),
  confirmed: aboutAppointment(appointment),
  corrected: aboutAppointment(appointment),
  moved: aboutMove(appointment),
  cancelled: aboutAppointment(appointmentGone),
  'clinic-gone': aboutAppointment(appointmentGone),
  reminder: aboutAppointment(reminder),
  'reminder-pro': aboutAppointment(reminderPro),
  'planned-reminder': plannedReminder,
  'booked-online': aboutAppointment(doneByPatient),
  'moved-by-patient': aboutMove(doneByPatient),
  'cancelled-by-patient': aboutAppointment(doneByPatient),
  'waiting-request': aboutEntry(waitingRequest),
  'time-offered': aboutEntry(timeOffered),
  'offer-gone': aboutEntry(offerGone),
  recall,
  'visit-survey': aboutAppointment(visitSurvey),
  'day-sheet': daySheet,
  welcome: aboutAccount(welcome),
  'address-proof': aboutAccount(addressProof),
  invitation: aboutInvitation(invitationByLink),
  'collaboration-invitation': aboutInvitation(invitation),
  'patients-shared': aboutInvitation(sharing),
  'patients-unshared': aboutInvitation(sharing),
  'password-reset': aboutAccount(passwordReset),
  'password-changed': aboutAccount(passwordChanged),
  'email-change': aboutAccount(emailChange),
  'email-change-notice': aboutAccount(emailChangeNotice),
  'email-changed': aboutAccount(securityNotice),
  'new-browser': aboutAccount(securityNotice),
  'login-slowed': aboutAccount(securityNotice),
  'sessions-ended': aboutAccount(securityNotice),
  'calendar-feed-created': aboutAccount(securityNotice),
  'calendar-connected': aboutAccount(securityNotice),
  'factor-added': aboutAccount(securityNotice),
  'factor-removed': aboutAccount(securityNotice),
  'passkey-added': aboutAccount(securityNotice),
  'passkey-removed': aboutAccount(securityNotice),
  'recovery-codes-renewed': aboutAccount(securityNotice),
  'recovery-code-used': aboutAccount(securityNotice),
};

/**
 * Returns a function that writes the mail of a job; null if the mail has become pointless. Throws
 * if its facts are not readable yet.
 */
export const createCompose =
  (deps: ComposeDeps) =>
  (job: MailJob): Promise<Composed | null> =>
    mails[job.template](deps, job);

/** Returns the booking if this mail describes its present place; null if a later mail does. */
const asMoved = async (reads: MailReads, job: MailJob): Promise<Appointment | null> => {
  if (await reads.isReplaced(job)) return null;
  const booking = readable(await reads.appointment(job.about));
  // Cancelled and expired bookings have separate mails.
  const stands = booking.status === 'confirmed' && job.at !== undefined;
  return readable(stands && booking.start.toISOString() !== job.at ? undefined : booking);
};

const readable = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('the facts of this mail are not readable yet');
  return found;
};
