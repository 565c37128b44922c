import type { MailJob } from '@visita/contracts/jobs';
import type { AccountTokens } from '@visita/platform/auth/account-token';
import type { ManageLink } from '@visita/platform/auth/booking-token';
import { isCounted } from './budget.ts';
import type { Account } from './reads.ts';
import type { Render } from './templates/render.ts';
import type { Slots } from './templates/slots.ts';
import type { Composed } from './worker.ts';

export type Writing = {
  render: Render;
  /** Origin of all links. */
  publicOrigin: string;
  /** Host part of the event ids in calendar programs. */
  uidHost: string;
  /** Returns the token that confirms a booking. Only the mail holds it. */
  confirmationToken(bookingId: string): string | Promise<string>;
  /** Returns the token to see, move and cancel a booking. Only the mail holds it. */
  manageToken(link: ManageLink): string | Promise<string>;
  /** Returns the token of an entry on a waiting list. Only the mail holds it. */
  waitingToken(entryId: string, email: string): string;
  /** Returns the token that takes or declines an offer. Only the mail holds it. */
  offerToken(offerId: string, email: string): string;
  /** Returns the token of a patient’s own page of messages. Only mails hold it. */
  messagesToken(patientId: string, email: string): string;
  /** Returns the code that a patient types before a hold. Only the mail holds it. */
  holdCode(codeId: string): string;
  /** Issues the token of a link mailed to a pro. Only the mail holds it. */
  accountToken: AccountTokens['issue'];
  /** Sender address of mails and organizer in calendar programs. */
  sender: string;
  now: () => Date;
};

const byVisitors: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'online-booking-suspended',
  'known-patients-only',
  'one-appointment-only',
  'waiting-request',
]);

/**
 * Returns the account that caused a mail: the last of several pros, since an invitation names the invited pro
 * before the owner.
 */
const actingAmong = ({ template }: MailJob, subjects: readonly string[]): string | null =>
  byVisitors.has(template) ? null : (subjects.findLast((subject) => subject.startsWith('pro-')) ?? null);

/** Writes a mail to a recipient; null if they have no address any more. */
export const write = async (
  { render }: Pick<Writing, 'render'>,
  job: MailJob,
  about: Pick<Account, 'email' | 'language' | 'subjects'> & { byLink?: boolean },
  slots: Slots,
): Promise<Composed | null> => {
  const { email, language, subjects } = about;
  if (email === null) return null;
  return {
    to: email,
    language,
    subjects,
    ...(isCounted(job, about) ? { provokedBy: actingAmong(job, subjects) } : {}),
    ...render(job.template, language, slots),
  };
};
