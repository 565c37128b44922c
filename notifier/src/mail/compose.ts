import type { MailJob } from '@visita/contracts/jobs';
import type { AccountPurpose, AccountTokens } from '@visita/platform/auth/account-token';
import { reminderIdOf } from './reminders/reminders.ts';
import { writeInvite, type Invite } from './ics.ts';
import type { Account, Appointment, Invitation, MailReads } from './reads.ts';
import type { Render } from './templates/render.ts';
import type { Slots } from './templates/slots.ts';
import { dayIn, timeIn, zonedTimeIn } from './templates/times.ts';
import type { Composed } from './worker.ts';

export type ComposeDeps = {
  reads: MailReads;
  render: Render;
  /** Links are built from this only. */
  publicOrigin: string;
  /** A token that confirms a booking. It stands in the mail and nowhere else. */
  confirmationToken(bookingId: string): string | Promise<string>;
  /** A token by which a patient sees, moves and cancels a booking; likewise. */
  manageToken(bookingId: string): string | Promise<string>;
  /** A token of a link mailed to a pro; likewise. */
  accountToken: AccountTokens['issue'];
  /** The address that mails come from; what calendar programs take for the organizer's. */
  sender: string;
  now: () => Date;
};

/** Writes the mail of a job; null where it has nothing to say any more. Throws where its facts are not readable yet. */
export const createCompose = (deps: ComposeDeps) => {
  const { reads } = deps;
  return async (job: MailJob): Promise<Composed | null> => {
    switch (job.template) {
      case 'confirmation-request':
        return confirmationRequest(deps, job, readable(await reads.appointment(job.about)));
      case 'booked-by-pro':
      case 'confirmed':
      case 'moved':
        return appointment(deps, job, readable(await reads.appointment(job.about)));
      case 'cancelled':
      case 'clinic-gone':
        return appointmentGone(deps, job, readable(await reads.appointment(job.about)));
      case 'reminder':
        return reminder(deps, job, readable(await reads.appointment(job.about)));
      case 'reminder-pro':
        return reminderPro(deps, job, readable(await reads.appointment(job.about)));
      case 'welcome':
        return welcome(deps, job, readable(await reads.account(job.about)));
      case 'collaboration-invitation':
        return invitation(deps, job, readable(await reads.invitation(job.about)));
      case 'invitation':
        return firstInvitation(deps, job, readable(await reads.firstInvitation(job.about)));
      case 'password-reset':
        return passwordReset(deps, job, readable(await reads.account(job.about)));
      case 'email-change':
        return emailChange(deps, job, readable(await reads.account(job.about)));
      case 'email-change-notice':
        return emailChangeNotice(deps, job, readable(await reads.account(job.about)));
    }
  };
};

const confirmationRequest = async (deps: ComposeDeps, job: MailJob, booking: Appointment) => {
  const { status, confirmBy, language, timezone } = booking;
  if (status !== 'pending_confirmation' || !confirmBy || confirmBy <= deps.now()) return null;
  const token = await deps.confirmationToken(job.about);
  return write(deps, job, booking, {
    ...appointmentSlots(booking),
    deadline: timeIn(language, confirmBy, timezone),
    link: `${deps.publicOrigin}/confirmation/?token=${encodeURIComponent(token)}`,
  });
};

/** An appointment that stands. What was moved or cancelled since says so itself. */
const appointment = async (deps: ComposeDeps, job: MailJob, booking: Appointment) => {
  if (booking.status !== 'confirmed' || booking.start <= deps.now()) return null;
  const token = await deps.manageToken(job.about);
  const link = `${deps.publicOrigin}/manage/?token=${encodeURIComponent(token)}`;
  const mail = await write(deps, job, booking, { ...appointmentSlots(booking), link });
  return mail && { ...mail, invite: inviteOf(deps, job, booking, 'REQUEST') };
};

/** One that was moved has another reminder, or none where it was moved too late. */
const isAtTimeOf = (job: MailJob, { start }: Appointment): boolean =>
  job.eventId === reminderIdOf(job.about, start.toISOString());

const reminder = async (deps: ComposeDeps, job: MailJob, booking: Appointment) =>
  booking.remindsPatient && isAtTimeOf(job, booking) ? appointment(deps, job, booking) : null;

const reminderPro = async (deps: ComposeDeps, job: MailJob, booking: Appointment) => {
  const { status, start, pro, timezone } = booking;
  if (!pro.reminded || !isAtTimeOf(job, booking)) return null;
  if (status !== 'confirmed' || start <= deps.now()) return null;
  const times = {
    day: dayIn(pro.language, start, timezone),
    when: zonedTimeIn(pro.language, start, timezone),
  };
  const { subjects } = booking;
  return write(deps, job, { ...pro, subjects }, { ...appointmentSlots(booking), ...times });
};

/** Nobody needs to hear of what is over anyway; of cancellations, where the pro chose so (decision 14). */
const appointmentGone = async (deps: ComposeDeps, job: MailJob, booking: Appointment) => {
  const gone = job.template === 'cancelled' ? 'cancelled' : 'orfan';
  if (booking.status !== gone || booking.start <= deps.now()) return null;
  if (gone === 'cancelled' && !booking.tellsCancellations) return null;
  const mail = await write(deps, job, booking, appointmentSlots(booking));
  return mail && { ...mail, invite: inviteOf(deps, job, booking, 'CANCEL') };
};

const inviteOf = (deps: ComposeDeps, job: MailJob, booking: Appointment, method: Invite['method']) => {
  const { start, end, service, clinic, address } = booking;
  const professional = booking.professional ?? clinic;
  const content = writeInvite({
    method,
    uid: `${job.about}@${new URL(deps.publicOrigin).hostname}`,
    sequence: job.sequence ?? 0,
    stamp: deps.now(),
    start,
    end,
    summary: `${service}, ${professional}`,
    location: `${clinic}, ${address}`,
    organizer: { name: professional, email: deps.sender },
    attendee: { name: booking.patient ?? '', email: booking.email ?? '' },
  });
  return { method, content };
};

const welcome = async (deps: ComposeDeps, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/login` });

const invitation = async (deps: ComposeDeps, job: MailJob, invited: Invitation) => {
  // A shell account has no password yet: its invitation is another mail.
  if (invited.status !== 'pending' || invited.configStatus === 10) return null;
  const { clinic, city, owner } = invited;
  return write(deps, job, invited, {
    clinic,
    city,
    owner: owner ?? clinic,
    link: `${deps.publicOrigin}/login`,
  });
};

/** Where a link mailed to a pro leads (spec section 2). */
const pages = {
  reset: 'password-setting',
  invitation: 'password-setting-collaborator',
  'email-change': 'new-mail-setting',
} as const;

const accountLink = (deps: ComposeDeps, purpose: AccountPurpose, { about, tokenId }: MailJob): string => {
  if (tokenId === undefined) throw new Error('a mail with a link names its token');
  const token = deps.accountToken(purpose, { proId: about, tokenId });
  return `${deps.publicOrigin}/${pages[purpose]}?token=${encodeURIComponent(token)}`;
};

const firstInvitation = async (deps: ComposeDeps, job: MailJob, invited: Invitation) => {
  const { clinic, city, owner, status } = invited;
  if (status !== 'pending') return null;
  const link = accountLink(deps, 'invitation', job);
  return write(deps, job, invited, { clinic, city, owner: owner ?? clinic, link });
};

const passwordReset = async (deps: ComposeDeps, job: MailJob, account: Account) =>
  write(deps, job, account, { link: accountLink(deps, 'reset', job) });

/** To the new address only: whoever reads there proves that it is theirs. */
const emailChange = async (deps: ComposeDeps, job: MailJob, account: Account) => {
  const link = accountLink(deps, 'email-change', job);
  return write(deps, job, { ...account, email: account.pendingEmail }, { link });
};

const emailChangeNotice = async (deps: ComposeDeps, job: MailJob, account: Account) =>
  account.pendingEmail === null ? null : write(deps, job, account, { newEmail: account.pendingEmail });

const appointmentSlots = (booking: Appointment): Slots => {
  const { start, timezone, language, clinic, address } = booking;
  return {
    patient: booking.patient ?? '',
    professional: booking.professional ?? clinic,
    clinic,
    service: booking.service,
    minutes: String(booking.minutes),
    place: `${clinic}, ${address}`,
    day: dayIn(language, start, timezone),
    when: zonedTimeIn(language, start, timezone),
  };
};

const write = async (
  { render }: ComposeDeps,
  { template }: MailJob,
  { email, language, subjects }: Pick<Account, 'email' | 'language' | 'subjects'>,
  slots: Slots,
): Promise<Composed | null> =>
  email === null ? null : { to: email, language, subjects, ...(await render(template, language, slots)) };

const readable = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('what this mail is about is not readable yet');
  return found;
};
