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

/** Where a link mailed to a pro leads. */
const pages = {
  reset: 'password-setting',
  invitation: 'password-setting-collaborator',
  'email-change': 'new-mail-setting',
  'address-proof': 'email-confirmation/',
} as const;

const accountLink = (deps: Writing, purpose: AccountPurpose, { about, tokenId }: MailJob): string => {
  if (tokenId === undefined) throw new Error('a mail with a link names its token');
  const token = deps.accountToken(purpose, { proId: about, tokenId });
  return `${deps.publicOrigin}/${pages[purpose]}?token=${encodeURIComponent(token)}`;
};

/** To who has no password to log in with, or never proved that the address is theirs. */
export const invitationByLink = async (deps: Writing, job: MailJob, invited: Invitation) => {
  const { clinic, city, owner, status } = invited;
  if (status !== 'pending') return null;
  const link = accountLink(deps, 'invitation', { ...job, about: invited.proId });
  return write(deps, job, invited, { clinic, city, owner: owner ?? clinic, link });
};

/** Nothing to prove any more is nothing to write. */
export const addressProof = async (deps: Writing, job: MailJob, account: Account) =>
  account.proven ? null : write(deps, job, account, { link: accountLink(deps, 'address-proof', job) });

export const passwordReset = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: accountLink(deps, 'reset', job) });

/** The link is for an owner who did not change it. */
export const passwordChanged = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/password-request` });

/** About who gets in: leads to where it can be looked at, and ended. */
export const securityNotice = async (deps: Writing, job: MailJob, account: Account) =>
  write(deps, job, account, { link: `${deps.publicOrigin}/dashboard/account-data` });

/** To the new address only: using the link proves that the address is theirs. */
export const emailChange = async (deps: Writing, job: MailJob, account: Account) => {
  const link = accountLink(deps, 'email-change', job);
  return write(deps, job, { ...account, email: account.pendingEmail }, { link });
};

export const emailChangeNotice = async (deps: Writing, job: MailJob, account: Account) =>
  account.pendingEmail === null ? null : write(deps, job, account, { newEmail: account.pendingEmail });
