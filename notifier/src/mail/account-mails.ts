import { memberStatuses } from '@visita/contracts/clinic/events';
import type { MailJob } from '@visita/contracts/jobs';
import type { AccountPurpose } from '@visita/platform/auth/account-token';
import type { Account, Invitation } from './reads.ts';
import { write, type Writing } from './write.ts';

export const welcome = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/login` });

export const invitation = async (deps: Writing, job: MailJob, invited: Invitation) => {
  const { clinic, city, owner, status } = invited;
  if (status !== 'pending') return null;
  return write(deps, job, invited, {
    clinic,
    city,
    owner: owner ?? clinic,
    link: `${deps.publicOrigin}/login`,
  });
};

/** Writes to a member of a clinic that began or stopped to share its patients. */
export const sharing = async (deps: Writing, job: MailJob, member: Invitation) => {
  if (!memberStatuses.has(member.status)) return null;
  return write(deps, job, member, { clinic: member.clinic, link: `${deps.publicOrigin}/dashboard/clinic` });
};

/** Pages behind links mailed to pros. */
const pages = {
  reset: 'password-setting',
  invitation: 'password-setting-collaborator',
  'email-change': 'new-mail-setting',
  'address-proof': 'email-confirmation/',
} as const;

const accountLink = (deps: Writing, purpose: AccountPurpose, { about, tokenId }: MailJob): string => {
  if (tokenId === undefined) throw new Error('a mail with a link needs a token id');
  const token = deps.accountToken(purpose, { proId: about, tokenId });
  return `${deps.publicOrigin}/${pages[purpose]}?token=${encodeURIComponent(token)}`;
};

/** Writes to a pro without a password, or with an email address that is not verified. */
export const invitationByLink = async (deps: Writing, job: MailJob, invited: Invitation) => {
  const { clinic, city, owner, status } = invited;
  if (status !== 'pending') return null;
  const link = accountLink(deps, 'invitation', { ...job, about: invited.proId });
  return write(deps, job, invited, { clinic, city, owner: owner ?? clinic, link });
};

/**
 * Writes the mail with the link that verifies the email address; null if the address is already
 * verified.
 */
export const addressProof = async (deps: Writing, job: MailJob, account: Account) =>
  account.proven ? null : write(deps, job, account, { link: accountLink(deps, 'address-proof', job) });

export const passwordReset = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: accountLink(deps, 'reset', job) });

/** Writes to the owner, with a link in case they did not change the password. */
export const passwordChanged = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/password-request` });

/** Writes about access to the account; links to the page that shows and ends it. */
export const securityNotice = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/dashboard/account-data` });

/** Writes to the new email address only: using the link verifies this address. */
export const emailChange = async (deps: Writing, job: MailJob, account: Account) => {
  const link = accountLink(deps, 'email-change', job);
  return write(deps, job, { ...account, email: account.pendingEmail }, { link });
};

export const emailChangeNotice = async (deps: Writing, job: MailJob, account: Account) =>
  account.pendingEmail === null ? null : write(deps, job, account, { newEmail: account.pendingEmail });
