import type { MailJob } from '@visita/contracts/jobs';
import type { AccountTokens } from '@visita/platform/auth/account-token';
import { isCounted } from './budget.ts';
import type { Account } from './reads.ts';
import type { Render } from './templates/render.ts';
import type { Slots } from './templates/slots.ts';
import type { Composed } from './worker.ts';

/** What mails are written with. */
export type Writing = {
  render: Render;
  /** Links are built from this only. */
  publicOrigin: string;
  /** Host part of the ids of visits in calendar programs. */
  uidHost: string;
  /** A token that confirms a booking. It stands in the mail and nowhere else. */
  confirmationToken(bookingId: string): string | Promise<string>;
  /** A token by which a patient sees, moves and cancels a booking; likewise. */
  manageToken(bookingId: string): string | Promise<string>;
  /** What a patient types before a hold begins; likewise. */
  holdCode(codeId: string): string;
  /** A token of a link mailed to a pro; likewise. */
  accountToken: AccountTokens['issue'];
  /** The address that mails come from; what calendar programs take for the organizer's. */
  sender: string;
  now: () => Date;
};

/** What visitors provoke, no account. */
const byVisitors: ReadonlySet<MailJob['template']> = new Set([
  'hold-code',
  'confirmation-request',
  'online-booking-suspended',
  'known-patients-only',
  'one-appointment-only',
]);

/** Of several pros the last is the one who acts: an invitation names the invited before the owner. */
const actingAmong = ({ template }: MailJob, subjects: readonly string[]): string | null =>
  byVisitors.has(template) ? null : (subjects.findLast((subject) => subject.startsWith('pro-')) ?? null);

/** Writes a mail to somebody; null where they have no address any more. */
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
