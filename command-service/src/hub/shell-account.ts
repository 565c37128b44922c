import { filterUsername } from '@visita/contracts/filters';
import type { Language } from '@visita/contracts/language';
import { type BeforeStep, stays, step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createClaims } from '../claim/claims.ts';
import type { HubDeps } from './deps.ts';
import { inMinutes } from '../account/links.ts';
import type { PendingLink } from '../pro/state.ts';

/** Validity of an invitation's link: seven days, in minutes. */
const invitationMinutes = 7 * 24 * 60;

export const invitationLink = (cause: Cause, at: Date): PendingLink => ({
  tokenId: deriveId(cause.id, 'token'),
  expires: inMinutes(at, invitationMinutes),
});

/** An account opened by the invitation's link, and the steps that create both. */
export type InviteeByLink = {
  readonly proId: string;
  readonly tokenId: string;
  readonly before: readonly BeforeStep[];
};

type Invited = { email: string; clinicId: string; language: Language };

/** Creates the account of an unregistered invitee; they set a password by the mailed link. */
export const shellAccount = (
  deps: HubDeps,
  { email, clinicId, language: comunicationsLanguage }: Invited,
  cause: Cause,
): InviteeByLink => {
  const { domain, hash, now } = deps;
  const claims = createClaims(deps);
  const proId = hash.uuid('pro', cause.id, email);
  const name = filterUsername(email.slice(0, email.indexOf('@'))).slice(0, 30) || 'pro';
  const username = `${name}_${proId.slice(0, 6)}`;
  const names = [
    { kind: 'email', value: email, ownerId: proId, taken: 'email-taken' },
    { kind: 'handle', value: username, ownerId: proId, taken: 'username-taken' },
  ] as const;
  const link = invitationLink(cause, now());
  const account = {
    type: 'invite',
    proId,
    email,
    username,
    clinicId,
    comunicationsLanguage,
    ...link,
  } as const;
  return {
    proId,
    tokenId: link.tokenId,
    before: [...names.map(claims.step), { ...step(domain.pros, proId, account), undo: stays }],
  };
};
